import { beginBackgroundThread } from '../background-thread.js';

beginBackgroundThread();
await import('./sync-worker.ts');
