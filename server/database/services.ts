import type { Now } from './clock.ts';
import type { Db } from './database.ts';

/** Dependencies of a feature's service. */
export type Services = { db: Db; now: Now };
