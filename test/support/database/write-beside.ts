import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { inTransaction, openDatabase } from '../../../server/database/database.ts';

/** A thread that writes alongside the one that started it: it reports before it commits, and commits when it gets a message. */
const { file, pages, key, value } = workerData as {
  file: string;
  pages: number;
  key: string;
  value: string;
};
const port = parentPort!;

const { db, close } = openDatabase(file, { mustExist: true, beside: pages });
await inTransaction(db, async (trx) => {
  await trx.updateTable('instance').set({ value }).where('key', '=', key).execute();
  port.postMessage('written');
  await once(port, 'message');
});
await close();
