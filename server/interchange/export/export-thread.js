import { beginBackgroundThread } from '../../background-thread.js';

beginBackgroundThread();
await import('./export-worker.ts');
