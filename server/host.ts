import type { X509Certificate } from 'node:crypto';
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

export type RunningServer = {
  url: string;
  /** How others on the network reach it. */
  team: TeamAddresses;
  /** The one that it made for itself and speaks TLS with; null where it speaks plain HTTP. */
  certificate: X509Certificate | null;
  /** Whether the first administrator is still to be made. */
  setupRequired: boolean;
  /** A new one-time token for the first set-up, in place of any before; null once there is an administrator. */
  installToken(): Promise<string | null>;
  /**
   * Lets others in by a second listener, and returns the port it has and, where it is encrypted, the fingerprint of its
   * certificate; its requests need no launch secret, and must name the shared address. Refuses (SharingRefused) while it is
   * shared, and an address or certificate that can't be used.
   */
  share(asked: ShareRequest): Promise<Shared>;
  /** Ends that: finishes what is under way (10 s at most). */
  stopSharing(): Promise<void>;
  /**
   * Says for a while that it stops, where the settings want it, then stops accepting, finishes what is under way (as long as the
   * settings say at most, unless told otherwise), checkpoints and closes the database.
   */
  close(drainMilliseconds?: number): Promise<void>;
};

/** `own`: with the certificate that this installation makes for itself. */
export type ShareRequest = Omit<SharedAddress, 'tls'> & { tls: SharedAddress['tls'] | 'own' };
export type Shared = { port: number; fingerprint: string | null };

/** A backup to be put in the place of what is there, and who asked for it. */
export type AskedRestore = { file: string; by: { id: string; displayName: string } };

export type Seams = {
  now?: Now;
  log?: Log;
  /** Bounds of catalogue sources, and the source that is pinned. */
  catalogue?: Partial<Pick<Catalogue, 'limits' | 'pinned'>>;
  /** Bounds of what C2 frameworks are asked, and how long a reader of tasks waits for it. */
  c2?: C2Bounds;
  /** Printer of report PDFs, by `pdfOptions`, other than an installed browser. */
  printPdf?: PdfPrinter;
  /** Bounds of what is told live. */
  live?: Partial<LiveBounds>;
  /** Imports that one person may make on a day. */
  importsOfDay?: { bytes: number; rows: number };
  /** Work before it listens, beside its own. */
  ready?: Promise<void>;
  /** Has the server end, puts a backup in the place of what it holds, and starts it again; left out, this server does not restore. */
  onRestore?: (asked: AskedRestore) => void;
  /** Told when the storage can't be trusted any more; the process should end and be started again. */
  onStorageBroken?: (error: unknown) => void;
};

/** Input of every step. */
export type Host = {
  settings: Settings;
  seams: Seams;
  now: Now;
  log: Log;
  storage: StorageWatch;
  /** How long whoever waits for an answer is waited for when the server stops. */
  drainMilliseconds: number;
  isStopping: boolean;
  /** Of the certificate that it has made for itself and speaks TLS with. */
  certificateEnd: Date | null;
};
