import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { openBlobStore } from '../../blobs/place.ts';
import { openInUse } from '../../database/in-use.ts';
import { DomainError } from '../../errors.ts';
import { type FileToRead, withExport } from './export.ts';
import { type ExportTask, largestAhead, type ThreadMessage, type ThreadReply } from './export-job.ts';

const { task } = workerData as { task: ExportTask };
const port = parentPort!;

function say(message: ThreadMessage, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

/** Bytes that were said and not taken yet. */
let ahead = 0;
port.on('message', ({ taken }: ThreadReply) => {
  ahead -= taken;
});

/** Waits while whoever takes the pieces is too far behind. */
async function send(piece: Uint8Array): Promise<void> {
  while (ahead > largestAhead) await once(port, 'message');
  ahead += piece.length;
  const bytes = new Uint8Array(piece);
  say({ piece: bytes }, [bytes.buffer]);
}

const store = openBlobStore(task.evidence);

async function readFile(file: FileToRead): Promise<Buffer> {
  const opened = await store.open(file);
  if (opened === null) throw new FileNotIntact(file);
  try {
    return await buffer(opened.stream());
  } finally {
    await opened.close();
  }
}

class FileNotIntact extends Error {
  readonly file: FileToRead;
  constructor(file: FileToRead) {
    super('A file of evidence is missing or damaged');
    this.file = file;
  }
}

async function work(): Promise<ThreadMessage> {
  const database = await openInUse(task.database, { readonly: true });
  try {
    await withExport({ db: database.db, readFile }, task.what, async ({ fileName, type, pieces }) => {
      say({ head: { fileName, type } });
      for await (const piece of pieces) await send(piece);
    });
    return { ended: true };
  } catch (error) {
    if (error instanceof FileNotIntact) return { notIntact: error.file };
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  } finally {
    await database.close();
  }
}

const message = await work();
// The thread is ended as soon as it has answered.
flushCompileCache();
say(message);
