import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { LoginThrottle } from './accounts/login-throttle.ts';
import { setupRequired } from './accounts/service.ts';
import { Tokens } from './accounts/tokens.ts';
import { createApp } from './app.ts';
import { type Catalogue, openCatalogue, sweepCatalogueUploads } from './catalogue/service.ts';
import { giveUpBallast, keepBallast } from './database/ballast.ts';
import type { Now } from './database/clock.ts';
import { lockDataFolder } from './database/data-lock.ts';
import {
  DatabaseRefused,
  type Db,
  inTransaction,
  type OpenedDatabase,
  openDatabase,
} from './database/database.ts';
import { storageVerdict } from './database/failures.ts';
import { migrate, refuseNewerSchema } from './database/migrate.ts';
import { seedDetectionLevels } from './detection-levels/service.ts';
import { EvidenceFiles } from './evidence/files.ts';
import { sweepEvidence } from './evidence/service.ts';
import { createHttpServer } from './http/server.ts';
import { newId } from './ids.ts';
import { createLog, type Log } from './log.ts';
import { signingSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

export type RunningServer = {
  url: string;
  /** Whether the first administrator is still to be made. */
  setupRequired: boolean;
  /** Stops accepting, finishes what is under way (10 s at most), checkpoints and closes the database. */
  close(): Promise<void>;
};

export type Seams = {
  now?: Now;
  log?: Log;
  /** Bounds of catalogue sources, and the source that is pinned. */
  catalogue?: Partial<Pick<Catalogue, 'limits' | 'pinned'>>;
  /** Told when the storage can't be trusted any more; the process should end and be started again. */
  onStorageBroken?: (error: unknown) => void;
};

export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

const drainMilliseconds = 10_000;

/**
 * Opens the data folder and serves both services over it.
 * Refuses (DatabaseRefused) a folder in use, a database of a newer program or a damaged one.
 */
export async function startServer(settings: Settings, seams: Seams = {}): Promise<RunningServer> {
  const now = seams.now ?? Date.now;
  const log = seams.log ?? createLog(settings.logLevel);
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(settings.dataDir);
  let opened: OpenedDatabase | undefined;
  try {
    refuseNewerSchema(settings.dbPath);
    opened = openWithRoom(settings);
    const unclean = path.join(settings.dataDir, 'running');
    checkIntegrity(opened, existsSync(unclean) ? 'integrity_check' : 'quick_check');
    closeSync(openSync(unclean, 'a', 0o600));
    const copy = await migrate(opened.sqlite, settings.dbPath);
    if (copy !== null) log.info({ event: 'migrated', copy: path.basename(copy) });
    const { db } = opened;
    await seedDetectionLevels(db);
    keepBallast(settings.dataDir);
    const files = new EvidenceFiles(settings.evidenceDir, newId);
    await files.prepare();
    await sweepEvidence({ db, files }, log, now);
    const catalogue = openCatalogue({ db, now, dataDir: settings.dataDir, ...seams.catalogue });
    await sweepCatalogueUploads(catalogue);

    let broken = false;
    const onStorageBroken = (error: unknown): void => {
      if (broken) return;
      broken = true;
      log.fatal({ event: 'storage_broken', code: (error as { code?: unknown } | null)?.code });
      seams.onStorageBroken?.(error);
    };
    const app = createApp({
      settings,
      log,
      version,
      accounts: {
        db,
        now,
        tokens: new Tokens(signingSecret(settings.jwtSecret, settings.dataDir), now),
        throttle: new LoginThrottle(now),
      },
      catalogue,
      files,
      health: async () => ({
        database: !broken && (await canWrite(db)) ? 'ok' : 'unavailable',
        evidence: files.corrupt.size === 0 ? 'ok' : 'corrupt',
      }),
      onStorageBroken,
      onDiskFull: () => {
        if (giveUpBallast(settings.dataDir)) log.warn({ event: 'ballast_given_up' });
      },
    });
    const server = createHttpServer(app);
    await listen(server, settings);
    const url = urlOf(server, settings.host);
    log.info({ event: 'listening', url });
    const close = async (): Promise<void> => {
      await drain(server);
      await catalogue.gate.close();
      await opened?.close();
      rmSync(unclean, { force: true });
      lock.release();
      log.info({ event: 'stopped' });
    };
    return { url, setupRequired: await setupRequired(db), close };
  } catch (error) {
    await opened?.close();
    lock.release();
    throw error;
  }
}

function openWithRoom(settings: Settings): OpenedDatabase {
  try {
    return openDatabase(settings.dbPath);
  } catch (error) {
    // On a full disk SQLite fails to make its index in any of several ways; only the ballast's room tells.
    if (
      error instanceof DatabaseRefused ||
      storageVerdict(error) === null ||
      !giveUpBallast(settings.dataDir)
    ) {
      throw error;
    }
    return openDatabase(settings.dbPath);
  }
}

function checkIntegrity(opened: OpenedDatabase, check: 'integrity_check' | 'quick_check'): void {
  const verdict = opened.sqlite.pragma(check, { simple: true });
  if (verdict !== 'ok') {
    throw new DatabaseRefused(`the database is damaged (${check}: ${String(verdict)}): restore a back-up`);
  }
}

class RolledBack extends Error {}

async function canWrite(db: Db): Promise<boolean> {
  try {
    await inTransaction(db, async (trx) => {
      await trx.insertInto('instance').values({ key: 'health', value: '' }).execute();
      throw new RolledBack();
    });
  } catch (error) {
    return error instanceof RolledBack;
  }
  return true;
}

function listen(server: Server, settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return `http://${shown.includes(':') && !shown.startsWith('[') ? `[${shown}]` : shown}:${port}`;
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
