import type { Session } from '../../../server/accounts/sessions/contract.ts';

/** Interface of the stage, `stage` in the page. */
export type Stage = {
  /** Takes away what stands there, whoever saw it and all that was read and typed, and sets up what stands at this address. */
  open: (session: Session, path: string) => Promise<void>;
  /** Takes away what stands there, and sets up what stands at this address for the same person, read anew. */
  visit: (path: string) => Promise<void>;
  /** Takes away what stands there and keeps what was typed, as a session does that the server ends. */
  endSession: () => Promise<void>;
  /** Sets up what stands at this address for whoever comes next: what they had typed is theirs again. */
  comeBack: (session: Session, path: string) => Promise<void>;
  clear: () => Promise<void>;
};
