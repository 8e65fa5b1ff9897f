import { beginThread } from '../../background-thread.js';

beginThread();
await import('./log-worker.ts');
