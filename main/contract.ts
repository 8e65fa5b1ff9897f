import type { ReachableAddress } from '../server/reachable-addresses.ts';

/**
 * Functions of the desktop shell for the page in its own window, as `window.desktop`. Pages in a browser, or from another server,
 * don't have them. Local paths never cross this bridge: the page names an action, and the shell and its native dialogs choose the
 * path.
 */
export type Desktop = {
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** The one-time token of the set-up page; null once there is an administrator. */
  installToken(): Promise<string | null>;
  /** Note on how this computer stores secrets; null when a keyring does. */
  secretsNote(): Promise<'file' | null>;
  /** Reports unfinished work in the window. If either count is above zero, the shell asks before it quits. */
  setUnfinished(work: Unfinished): void;
  /** Called for commands from the native menu or a double click; returns a function to unsubscribe. */
  onCommand(listener: (command: Command) => void): () => void;
  /** Called when a download has been written to the chosen place; returns a function to unsubscribe. */
  onSaved(listener: (file: SavedFile) => void): () => void;
  /** Shows a file announced by `onSaved` in the system's file manager. */
  reveal(id: string): Promise<void>;
  /**
   * Restores a backup made by this server into a new folder, like one chosen in the menu: native dialogs explain what happens to
   * the current folder, and offer to open the new one.
   */
  restoreBackup(id: string): Promise<void>;
  opening: {
    /** Called with the progress of opening a backup at each step, and with null at the end. */
    onChange(listener: (opening: Opening | null) => void): () => void;
    /** Cancels opening a backup; nothing unpacked remains. */
    giveUp(): Promise<void>;
  };
  /** The bundle announced by the `bundle` command, only once; null when already taken. */
  takeBundle(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  sharing: {
    /** Addresses of this computer that others on the network could reach. */
    addresses(): Promise<ShareAddress[]>;
    state(): Promise<Sharing | null>;
    /** Asks for a certificate and its key through native dialogs; null when the person cancelled. */
    chooseCertificate(): Promise<ChosenCertificate | null>;
    /** Refuses with a sentence to show, for example when the address is gone or the port is in use. */
    start(request: ShareRequest): Promise<Outcome<Sharing>>;
    stop(): Promise<void>;
  };
  servers: {
    remembered(): Promise<RememberedServer[]>;
    /** Opens the server in a new window without a bridge to this computer, and remembers it. */
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

/** `done` bytes of `total`: the file is read twice, first for verification and then for unpacking. */
export type Opening = { name: string; done: number; total: number };

export type ShareAddress = ReachableAddress;

/**
 * `own`: with this installation's self-signed certificate; `chosen`: with one chosen through `chooseCertificate`, by its id;
 * `none`: traffic is not encrypted.
 */
export type ShareRequest = { address: string; port: number; protection: Protection };
export type Protection = { kind: 'own' } | { kind: 'chosen'; certificate: string } | { kind: 'none' };

export type ChosenCertificate = { id: string; subject: string; expires_at: string };

/** `fingerprint`: the SHA-256 of the certificate, in pairs of hexadecimal digits; null when traffic is not encrypted. */
export type Sharing = { url: string; fingerprint: string | null; protection: Protection['kind'] };

export type RememberedServer = { url: string; last_used_at: string };

export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string };

declare global {
  interface Window {
    readonly desktop?: Desktop;
  }
}
