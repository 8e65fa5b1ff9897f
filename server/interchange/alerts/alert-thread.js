import { beginThread } from '../../background-thread.js';

beginThread();
await import('./alert-worker.ts');
