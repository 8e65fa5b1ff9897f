import { beginThread } from '../../../background-thread.js';

beginThread();
await import('./outline-worker.ts');
