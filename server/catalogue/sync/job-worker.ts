import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { inTransaction } from '../../database/database.ts';
import { openInUse } from '../../database/in-use.ts';
import { DomainError } from '../../errors.ts';
import { readBundledCatalogue } from '../bundle/bundled.ts';
import { readFileChunks } from '../bundle/file.ts';
import { type CatalogueBundle, readBundle } from '../bundle/stix.ts';
import type { SyncResult } from '../contract.ts';
import { refuseOtherDigest } from '../rules.ts';
import type { SyncTask, ThreadMessage, Turn } from './job.ts';
import { replaceCatalogue } from './replace.ts';

const { from, limits, digest, source, by } = (workerData as { task: SyncTask }).task;
const port = parentPort!;

function say(message: ThreadMessage): void {
  port.postMessage(message);
}

async function read(): Promise<CatalogueBundle> {
  if (from.kind === 'bundled') return readBundledCatalogue();
  if (from.kind === 'file') return readBundle(readFileChunks(from.path, limits), from.name);
  // Loading the HTTP client would slow down reading a file by a tenth.
  const { fetchChunks } = await import('../bundle/fetch.ts');
  return readBundle(fetchChunks(from.url, limits), new URL(from.url).pathname);
}

/** Waits for the write turn, which the server's thread holds while this one runs. */
async function takeTurn(): Promise<Turn> {
  say({ isRead: true });
  const [turn] = await once(port, 'message');
  return turn as Turn;
}

async function synchronise(): Promise<SyncResult> {
  const bundle = await read();
  refuseOtherDigest(bundle.sha256, digest);
  const { database: inUse, at } = await takeTurn();
  const database = await openInUse(inUse);
  try {
    return await inTransaction(database.db, (trx) =>
      replaceCatalogue(trx, { bundle, source, verified: digest !== null, by, at }),
    );
  } finally {
    await database.close();
  }
}

async function answer(): Promise<ThreadMessage> {
  try {
    return { result: await synchronise() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, message: error.message, errors: error.errors } };
  }
}

const message = await answer();
// Flushed now, because the thread ends right after its answer.
flushCompileCache();
say(message);
