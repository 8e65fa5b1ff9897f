import { hash } from 'node:crypto';
import { type Db, openedFor } from '../../database/database.ts';
import { Memory } from '../../database/memory.ts';
import { listWaiting } from './store.ts';

type WaitingSign = { waiting: number; sign: string };

const mostRemembered = 1000;
const tables = ['mission_alerts', 'missions'] as const;
/** By open database, because every follower of a mission asks for the same. */
const known = new WeakMap<object, Memory<WaitingSign>>();

/** How many alerts of a mission wait, and a marker that changes with them. */
export function readAlertsSign(db: Db, missionId: string): Promise<WaitingSign> {
  const opened = openedFor(db);
  const signs = known.get(opened) ?? new Memory<WaitingSign>(tables, mostRemembered);
  known.set(opened, signs);
  return signs.of(db, { id: missionId, version: '' }, async () => {
    const ids = await listWaiting(db, missionId);
    return { waiting: ids.length, sign: hash('sha256', ids.join(), 'base64url').slice(0, 16) };
  });
}
