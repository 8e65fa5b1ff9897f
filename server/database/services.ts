import type { Now } from './clock.ts';
import type { Db } from './database.ts';

/** What the service of a feature works with. */
export type Services = { db: Db; now: Now };
