import type { Session } from '../../../server/accounts/sessions/contract.ts';

/** Interface of the stage, `stage` in the page. */
export type Stage = {
  /** Unmounts the current page, its person and all cached and typed data, and mounts this address. */
  open: (session: Session, path: string) => Promise<void>;
  /** Unmounts the current page, and mounts this address for the same person, read again. */
  visit: (path: string) => Promise<void>;
  /** Unmounts the page and keeps typed text, as when the server ends a session. */
  endSession: () => Promise<void>;
  /** Mounts this address for the next person: their own typed text is restored. */
  comeBack: (session: Session, path: string) => Promise<void>;
  clear: () => Promise<void>;
};
