import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createAccounts, issueInstallToken, setupRequired } from './accounts/service.ts';
import { createApp } from './app.ts';
import { closeBackups, openBackups, sweepBackups } from './backup/service.ts';
import { EvidenceFiles } from './blobs/files.ts';
import { type C2Bounds, openC2 } from './c2/tasks/service.ts';
import { type Catalogue, openCatalogue, sweepCatalogueUploads } from './catalogue/service.ts';
import { giveUpBallast, keepBallast } from './database/ballast.ts';
import type { Now } from './database/clock.ts';
import { lockEverything } from './database/data-lock.ts';
import {
  type DatabaseRefusal,
  DatabaseRefused,
  damaged,
  makePrivateFile,
  type OpenedDatabase,
  openDatabase,
  syncFolder,
} from './database/database.ts';
import { storageVerdict } from './database/failures.ts';
import { migrate, refuseNewerSchema } from './database/migrate.ts';
import { WriteProbe } from './database/write-probe.ts';
import { seedDetectionLevels } from './detection-levels/service.ts';
import { BackupRefused } from './errors.ts';
import { createHostGuard, createLaunchGuard, ownNames } from './http/guard.ts';
import { listen, urlOf } from './http/listen.ts';
import { createHttpServer } from './http/server.ts';
import { type SharedAddress, Sharing, SharingRefused } from './http/sharing.ts';
import { newId } from './ids.ts';
import { createLog, type Log } from './log.ts';
import { sweepEvidence } from './missions/evidence/register.ts';
import { signingSecret } from './secrets.ts';
import { type Settings, SettingsError } from './settings.ts';
import { sweepOutputs } from './simulations/outputs/service.ts';

export type RunningServer = {
  url: string;
  /** Whether the first administrator is still to be made. */
  setupRequired: boolean;
  /** A new one-time token for the first set-up, in place of any before; null once there is an administrator. */
  installToken(): Promise<string | null>;
  /**
   * Lets others in by a second listener, and returns the port it has; its requests need no launch secret, and must name the
   * shared address. Refuses (SharingRefused) while it is shared, and an address or certificate that can't be used.
   */
  share(address: SharedAddress): Promise<number>;
  /** Ends that: finishes what is under way (10 s at most). */
  stopSharing(): Promise<void>;
  /** Stops accepting, finishes what is under way (10 s at most, unless told otherwise), checkpoints and closes the database. */
  close(drainMilliseconds?: number): Promise<void>;
};

export type Seams = {
  now?: Now;
  log?: Log;
  /** Bounds of catalogue sources, and the source that is pinned. */
  catalogue?: Partial<Pick<Catalogue, 'limits' | 'pinned'>>;
  /** Bounds of what C2 frameworks are asked, and how long a reader of tasks waits for it. */
  c2?: C2Bounds;
  /** Told when the storage can't be trusted any more; the process should end and be started again. */
  onStorageBroken?: (error: unknown) => void;
};

export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

const drainMilliseconds = 10_000;

/**
 * Opens the data folder and serves both services over it.
 * Refuses (DatabaseRefused) a folder in use or not writable, a database of a newer or another program, and a damaged one.
 */
export async function startServer(settings: Settings, seams: Seams = {}): Promise<RunningServer> {
  const now = seams.now ?? Date.now;
  const log = seams.log ?? createLog(settings.logLevel);
  const lock = lockEverything(settings);
  // There while a server runs, and still there after it was cut off.
  const running = path.join(settings.dataDir, 'running');
  let opened: OpenedDatabase | undefined;
  let isWhole = false;
  try {
    opened = openWithRoom(settings);
    checkIntegrity(opened, existsSync(running) ? 'integrity_check' : 'quick_check');
    isWhole = true;
    makePrivateFile(running);
    syncFolder(settings.dataDir);
    const copy = await migrate(opened.sqlite, settings.dbPath);
    if (copy !== null) log.info({ event: 'migrated', copy: path.basename(copy) });
    const { db } = opened;
    await seedDetectionLevels(db);
    keepBallast(settings.dataDir);
    const files = new EvidenceFiles(settings.evidenceDir, newId);
    await files.prepare();
    await sweepEvidence({ db, files }, log, now);
    const outputs = new EvidenceFiles(settings.outputsDir, newId);
    await outputs.prepare();
    await sweepOutputs({ db, files: outputs }, log, now);
    const c2 = openC2(settings, seams.c2);
    const catalogue = openCatalogue({ db, now, dataDir: settings.dataDir, ...seams.catalogue });
    await sweepCatalogueUploads(catalogue);

    let broken = false;
    const onStorageBroken = (error: unknown): void => {
      if (broken) return;
      broken = true;
      log.fatal({ event: 'storage_broken', code: (error as { code?: unknown } | null)?.code });
      seams.onStorageBroken?.(error);
    };
    const onDiskFull = (): void => {
      if (giveUpBallast(settings.dataDir)) log.warn({ event: 'ballast_given_up' });
    };
    const probe = new WriteProbe(db, (error) => {
      const verdict = storageVerdict(error);
      if (verdict === 'broken') onStorageBroken(error);
      if (verdict === 'full') onDiskFull();
    });
    const backups = openBackups(settings, { db, now, log, files, outputs, version, onStorageBroken });
    await sweepBackups(backups);
    const appBehind = createApp({
      settings,
      log,
      version,
      accounts: createAccounts(db, now, signingSecret(settings.jwtSecret, settings.dataDir)),
      catalogue,
      files,
      outputs,
      backups,
      c2,
      health: async () => ({
        database: !broken && (await probe.canWrite()) ? 'ok' : 'unavailable',
        evidence: files.corrupt.size + outputs.corrupt.size === 0 ? 'ok' : 'corrupt',
      }),
      onStorageBroken,
      onDiskFull,
    });
    const guards = [createHostGuard(ownNames(settings.host, settings.publicHosts))];
    if (settings.launchSecret !== null) guards.unshift(createLaunchGuard(settings.launchSecret));
    const { server, drain } = createHttpServer(appBehind(guards));
    const onAcceptFailed = (error: NodeJS.ErrnoException): void =>
      log.error({ event: 'accept_failed', code: error.code });
    await listen(server, settings, onAcceptFailed);
    const sharing = new Sharing(appBehind, onAcceptFailed);
    const url = urlOf(server, settings.host);
    log.info({ event: 'listening', url });
    const stop = async (milliseconds: number): Promise<void> => {
      // Whoever waits for a framework is answered now, with what is known.
      c2.connections.closeAll();
      await Promise.all([drain(milliseconds), sharing.stop(milliseconds), closeBackups(backups)]);
      await c2.refreshes.ended();
      await catalogue.gate.close();
      await opened?.close();
      if (!broken) rmSync(running, { force: true });
      lock.release();
      log.info({ event: 'stopped' });
    };
    let stopped: Promise<void> | undefined;
    const close = (milliseconds = drainMilliseconds): Promise<void> => {
      stopped ??= stop(milliseconds);
      return stopped;
    };
    return {
      url,
      setupRequired: await setupRequired(db),
      installToken: async () => ((await setupRequired(db)) ? issueInstallToken(db) : null),
      share: async (address) => {
        const port = await sharing.start(address);
        log.info({ event: 'shared', host: address.host, port, encrypted: address.tls !== null });
        return port;
      },
      stopSharing: async () => {
        await sharing.stop(drainMilliseconds);
        log.info({ event: 'sharing_stopped' });
      },
      close,
    };
  } catch (error) {
    await opened?.close();
    if (isWhole) rmSync(running, { force: true });
    lock.release();
    throw error;
  }
}

function openWithRoom(settings: Settings): OpenedDatabase {
  const open = (): OpenedDatabase => {
    refuseNewerSchema(settings.dbPath);
    return openDatabase(settings.dbPath);
  };
  try {
    return open();
  } catch (error) {
    // On a full disk SQLite fails to make its index in any of several ways; only the ballast's room tells.
    if (
      error instanceof DatabaseRefused ||
      storageVerdict(error) === null ||
      !giveUpBallast(settings.dataDir)
    ) {
      throw error;
    }
    return open();
  }
}

function checkIntegrity({ sqlite }: OpenedDatabase, check: 'integrity_check' | 'quick_check'): void {
  let verdict: unknown;
  try {
    verdict = sqlite.pragma(check, { simple: true });
  } catch (error) {
    throw damaged(error) ?? error;
  }
  if (verdict !== 'ok') {
    const found = String(verdict).replaceAll(/\s+/g, ' ');
    throw new DatabaseRefused(`the database is damaged (${check}: ${found}): restore a back-up`, 'damaged');
  }
}

/**
 * Puts a back-up into the empty or absent data folder of `settings` and returns when it was made; `progress` is told how many
 * bytes of how many have been gone through, of a file that is read twice. Refuses (a message that is
 * safe to show, see `refusalOf`) a folder that holds anything, and a back-up that is not whole or of a newer program.
 */
export async function restore(
  file: string,
  settings: Settings,
  progress?: (done: number, total: number) => void,
): Promise<{ madeAt: string }> {
  const { restoreBackup } = await import('./backup/restore.ts');
  const manifest = await restoreBackup(file, settings, { progress, interruptible: (_tidy, work) => work() });
  return { madeAt: manifest.made_at };
}

/** Why something was not done, for a person; `message` is safe to show and names no internals. */
export type Refusal = {
  code: DatabaseRefusal | 'settings' | 'listen' | 'sharing' | 'backup' | 'storage';
  message: string;
  /** What the system said, where it was the system that would not; the path is one of this computer's. */
  cause?: { code: string; path: string | null };
};

/** What a failure of starting, sharing or restoring means; null for one that nobody foresaw. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof DatabaseRefused)
    return { code: error.reason, message: error.message, ...causeIn(error.cause) };
  if (error instanceof SettingsError) return { code: 'settings', message: error.message };
  if (error instanceof SharingRefused) return { code: 'sharing', message: error.message };
  if (error instanceof BackupRefused)
    return { code: 'backup', message: error.message, ...causeIn(error.cause) };
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === 'listen') return { code: 'listen', message: `no port could be opened (${code})` };
  if (storageVerdict(error) !== null || syscall !== undefined) {
    const message = `a file or the disk it is on can not be used (${code})`;
    return { code: 'storage', message, ...causeIn(error) };
  }
  return null;
}

function causeIn(error: unknown): Pick<Refusal, 'cause'> {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === 'string' ? { cause: { code, path: path ?? null } } : {};
}
