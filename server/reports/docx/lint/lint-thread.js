import { beginBackgroundThread } from '../../../background-thread.js';

beginBackgroundThread();
await import('./lint-worker.ts');
