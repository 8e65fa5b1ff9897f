import { beginBackgroundThread } from '../../background-thread.js';

beginBackgroundThread();
await import('./job-worker.ts');
