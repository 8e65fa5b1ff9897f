// Plain JavaScript, because a thread does not inherit the compile cache in which Node keeps TypeScript that it has read
// before.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
await import('./job-worker.ts');
