import type { ReachableAddress } from '../server/reachable-addresses.ts';

/**
 * Functions of the desktop shell for the page in its own window, as `window.desktop`. A page in a browser, or of a server that was
 * connected to, has none. No path of this computer ever passes: the page names what it wants, the shell and its native
 * dialogs decide where.
 */
export type Desktop = {
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** The one-time token of the set-up page; null once there is an administrator. */
  installToken(): Promise<string | null>;
  /** Note on how this computer stores secrets; null when a keyring does. */
  secretsNote(): Promise<'file' | null>;
  /** Reports unfinished work in the window. The shell asks before it quits while either count is above zero. */
  setUnfinished(work: Unfinished): void;
  /** Called for what was chosen in the native menu or opened by double click; returns a function that ends it. */
  onCommand(listener: (command: Command) => void): () => void;
  /** Called when a download has been written where the person chose; returns a function that ends it. */
  onSaved(listener: (file: SavedFile) => void): () => void;
  /** Shows a file that `onSaved` announced in the system's file manager. */
  reveal(id: string): Promise<void>;
  /**
   * Has a backup that this server made restored into a new folder, as one that was chosen in the menu: native dialogs say what becomes of the
   * present folder, and offer to open the new one.
   */
  restoreBackup(id: string): Promise<void>;
  opening: {
    /** Called with how far the opening of a backup is, at each step, and with null when it is over. */
    onChange(listener: (opening: Opening | null) => void): () => void;
    /** Ends it; nothing stays of what was unpacked. */
    giveUp(): Promise<void>;
  };
  /** The bundle that the `bundle` command announced, once; null when it was already taken. */
  takeBundle(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  sharing: {
    /** Addresses of this computer that others on the network could reach. */
    addresses(): Promise<ShareAddress[]>;
    state(): Promise<Sharing | null>;
    /** Asks for a certificate and its key through native dialogs; null when the person cancelled. */
    chooseCertificate(): Promise<ChosenCertificate | null>;
    /** Refuses with a sentence to show: an address that is gone, a port that is taken. */
    start(request: ShareRequest): Promise<Outcome<Sharing>>;
    stop(): Promise<void>;
  };
  servers: {
    remembered(): Promise<RememberedServer[]>;
    /** Opens the server in a window of its own, which has no bridge to this computer, and remembers it. */
    connect(url: string): Promise<Outcome<RememberedServer>>;
    forget(url: string): Promise<void>;
  };
};

export type Unfinished = { unsaved: number; uploads: number };

export type Command =
  | { kind: 'go'; to: string }
  | { kind: 'share' }
  | { kind: 'connect' }
  | { kind: 'palette' }
  | { kind: 'bundle'; id: string; name: string; size: number };

export type SavedFile = { id: string; name: string };

/** `done` bytes of `total`: the file is gone through twice, first to verify it and then to unpack it. */
export type Opening = { name: string; done: number; total: number };

export type ShareAddress = ReachableAddress;

/**
 * `own`: with the certificate that this installation makes for itself; `chosen`: with one that was chosen through
 * `chooseCertificate`, named by its id; `none`: traffic is not encrypted.
 */
export type ShareRequest = { address: string; port: number; protection: Protection };
export type Protection = { kind: 'own' } | { kind: 'chosen'; certificate: string } | { kind: 'none' };

export type ChosenCertificate = { id: string; subject: string; expires_at: string };

/** `fingerprint`: the SHA-256 of the certificate, in pairs of hexadecimal digits; null where traffic is not encrypted. */
export type Sharing = { url: string; fingerprint: string | null; protection: Protection['kind'] };

export type RememberedServer = { url: string; last_used_at: string };

export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string };

declare global {
  interface Window {
    readonly desktop?: Desktop;
  }
}
