import { createWriteStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { diskFull, storageError } from '../../blobs/disk.ts';
import { openBlobStore } from '../../blobs/place.ts';
import { openInUse } from '../../database/in-use.ts';
import { DomainError } from '../../errors.ts';
import { withExport } from './export.ts';
import type { ExportTask, ThreadMessage } from './export-job.ts';
import type { Packed } from './pack.ts';

const { task } = workerData as { task: ExportTask };
const store = openBlobStore(task.evidence);

/** An export always leaves this much room for others. */
const roomForOthers = 64 * 1024 * 1024;

async function write({ fileName, type, pieces, leftOut, bytes }: Packed): Promise<ThreadMessage> {
  const disk = await statfs(path.dirname(task.place));
  if (disk.bavail * disk.bsize < bytes + roomForOthers) throw diskFull();
  const file = createWriteStream(task.place, { flags: 'wx', mode: 0o600 });
  await pipeline(pieces, file).catch((error: unknown) => {
    throw storageError(error);
  });
  return { made: { fileName, type, size: file.bytesWritten, leftOut } };
}

async function work(): Promise<ThreadMessage> {
  const database = await openInUse(task.database, { readonly: true });
  try {
    return await withExport({ db: database.db, openFile: (file) => store.open(file) }, task.what, write);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  } finally {
    await database.close();
  }
}

const message = await work();
// The thread is ended as soon as it has answered.
flushCompileCache();
parentPort!.postMessage(message);
