import { beginThread } from '../../background-thread.js';

beginThread();
await import('./match-worker.ts');
