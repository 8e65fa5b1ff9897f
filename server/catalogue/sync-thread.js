// Plain JavaScript, because a thread does not inherit the compile cache in which Node keeps TypeScript that it has read
// before: without it the thread spends more time on its own modules than on hashing a bundle of 45 MB.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
await import('./sync-worker.ts');
