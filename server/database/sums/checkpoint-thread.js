import { beginThread } from '../../background-thread.js';

beginThread();
await import('./checkpoint-worker.ts');
