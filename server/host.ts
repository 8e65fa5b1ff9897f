import type { X509Certificate } from 'node:crypto';
import type { Directories } from './accounts/directories/service.ts';
import type { C2Bounds } from './c2/tasks/service.ts';
import type { Catalogue } from './catalogue/service.ts';
import type { Now } from './database/clock.ts';
import type { StorageWatch } from './database/storage-watch.ts';
import type { SharedAddress } from './http/sharing.ts';
import type { TeamAddresses } from './http/team-addresses.ts';
import type { Log } from './log.ts';
import type { LiveBounds } from './missions/events/service.ts';
import type { PdfPrinter } from './reports/renderer.ts';
import type { Settings } from './settings.ts';
import type { ThreadMemory } from './threads.ts';

export type RunningServer = {
  url: string;
  /** Addresses at which others on the network reach it. */
  team: TeamAddresses;
  /** The self-signed certificate it uses for TLS; null when it serves plain HTTP. */
  certificate: X509Certificate | null;
  /** Whether the first administrator is yet to be created. */
  setupRequired: boolean;
  /** A new one-time token for the setup, replacing any previous one; null once there is an administrator. */
  installToken(): Promise<string | null>;
  /**
   * Opens a second listener for others, and returns its port and, if encrypted, the fingerprint of its certificate; its requests
   * need no launch secret, and must name the shared address. Refuses (SharingRefused) when already shared, and an address or
   * certificate that can't be used.
   */
  share(asked: ShareRequest): Promise<Shared>;
  /** Stops sharing: finishes running requests (10 s at most). */
  stopSharing(): Promise<void>;
  /**
   * Announces the shutdown for a while if configured, stops accepting, finishes running requests (within the configured or given
   * time), checkpoints and closes the database.
   */
  close(drainMilliseconds?: number): Promise<void>;
};

/** `own`: with the certificate that this installation creates for itself. */
export type ShareRequest = Omit<SharedAddress, 'tls'> & { tls: SharedAddress['tls'] | 'own' };
export type Shared = { port: number; fingerprint: string | null };

/** A backup to restore over the current data, and the person who asked for it. */
export type AskedRestore = { file: string; by: { id: string; displayName: string } };

export type Seams = {
  now?: Now;
  log?: Log;
  /** Limits of catalogue sources, and the pinned source. */
  catalogue?: Partial<Pick<Catalogue, 'limits' | 'pinned'>>;
  /** Limits of requests to C2 frameworks, and the time a reader of tasks waits. */
  c2?: C2Bounds;
  /** Prints report PDFs with `pdfOptions`, instead of an installed browser. */
  printPdf?: PdfPrinter;
  /** Memory of the thread that makes a report. */
  reportMemory?: ThreadMemory;
  /** Limits of live updates. */
  live?: Partial<LiveBounds>;
  /** Daily limit of imports per person. */
  importsOfDay?: { bytes: number; rows: number };
  /** Additional work before it listens. */
  ready?: Promise<void>;
  /** Stops the server, restores a backup over its data, and starts it again; without this function, the server can't restore. */
  onRestore?: (asked: AskedRestore) => void;
  /** Called when the storage can't be trusted any more; the process should end and be restarted. */
  onStorageBroken?: (error: unknown) => void;
};

/** Input of every step. */
export type Host = {
  settings: Settings;
  seams: Seams;
  now: Now;
  log: Log;
  storage: StorageWatch;
  /** Time for pending responses when the server stops. */
  drainMilliseconds: number;
  isStopping: boolean;
  /** End of its own certificate, when it uses one for TLS. */
  certificateEnd: Date | null;
  directories: Directories;
};
