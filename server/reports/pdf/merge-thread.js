import { beginBackgroundThread } from '../../background-thread.js';

beginBackgroundThread();
await import('./merge-worker.ts');
