import { isIP } from 'node:net';
import { isoTime } from '../../database/clock.ts';
import { writeWhileFree } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { judgeStorageError } from '../../database/storage-errors.ts';
import type { Principal } from '../../permissions.ts';
import { digestProgramToken, isBacked, isToldOfUse } from './rules.ts';
import * as store from './store.ts';

/**
 * The user for whom a program calls, with no more permissions than its token has, and a note of this use; null unless token and
 * owner are live now.
 */
export async function findTokenHolder(
  services: Services,
  token: string,
  address: string,
): Promise<Principal | null> {
  const time = services.now();
  const found = await store.findUnexpired(services.db, 'hash', digestProgramToken(token), isoTime(time));
  if (found === null || !isBacked(found.scopes, found.holder)) return null;
  const from = isIP(address) === 0 ? null : address;
  if (isToldOfUse(found, from, time)) await noteUse(services, found.id, from);
  return toPrincipal(found);
}

/** The same for a token whose request was admitted, with the time at which it expires. */
export async function findLiveToken(
  { db, now }: Services,
  id: string,
): Promise<{ principal: Principal; until: string } | null> {
  const found = await store.findUnexpired(db, 'id', id, isoTime(now()));
  if (found === null || !isBacked(found.scopes, found.holder)) return null;
  return { principal: toPrincipal(found), until: found.expires_at };
}

function toPrincipal({
  id,
  name,
  user_id,
  owner_name,
  scopes,
  mission_id,
  holder,
}: store.StoredToken): Principal {
  return {
    id: user_id,
    sessionId: id,
    displayName: owner_name,
    role: holder.role,
    permissions: new Set(scopes),
    token: { id, name, missionId: mission_id },
  };
}

/** Reading must work on a full disk and during a long write, so the note may be left out. */
async function noteUse({ db, now }: Services, id: string, address: string | null): Promise<void> {
  try {
    await writeWhileFree(db, store.noteUse(db, id, isoTime(now()), address));
  } catch (error) {
    if (judgeStorageError(error) !== 'full') throw error;
  }
}
