import { beginBackgroundThread } from '../../../background-thread.js';

beginBackgroundThread();
await import('./preview-worker.ts');
