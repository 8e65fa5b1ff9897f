// Plain JavaScript, because threads don't inherit Node's compile cache for TypeScript: without it a sync's thread spends more
// time on its own modules than on hashing a bundle of 45 MB.
import { enableCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';

/** Prepares a thread that works while requests are served; call it before loading the thread's own modules. */
export function beginBackgroundThread() {
  // Gives requests priority. On Linux this lowers only the priority of the thread, elsewhere that of the whole process.
  if (process.platform === 'linux') setPriority(10);
  beginThread();
}

/** Prepares a thread that requests may have to wait for. */
export function beginThread() {
  if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
}
