// Plain JavaScript, because a thread does not inherit the compile cache in which Node keeps TypeScript that it has read before:
// without it a sync's thread spends more time on its own modules than on hashing a bundle of 45 MB.
import { enableCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';

/** Prepares a thread that works while requests are served; to be called before its own modules are loaded. */
export function beginBackgroundThread() {
  // Requests come first. On Linux this changes the priority of the thread, elsewhere that of the whole process.
  if (process.platform === 'linux') setPriority(10);
  beginThread();
}

/** Prepares one that requests may have to wait for. */
export function beginThread() {
  if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
}
