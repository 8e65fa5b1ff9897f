import { listDeadlines } from '../../../domain/tlpt.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { wholly } from '../../database/view.ts';
import { refuseStale } from '../../entity-tag.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { openMission } from '../doors.ts';
import type { OpenMission } from '../heads.ts';
import { noteOutline, pickOutlineTime } from '../outline/store.ts';
import { listTestsOf } from '../remediations/store.ts';
import { readReplayDay } from '../replay/store.ts';
import type { Tlpt, TlptPatch, TlptRecord } from './contract.ts';
import {
  blankTlpt,
  isBlank,
  keepUnseen,
  listNamedTests,
  listNaming,
  mergeTlpt,
  pickChanged,
  pickPlanned,
  refuseInvertedPhases,
  refuseOtherTests,
  renameTests,
} from './rules.ts';
import * as store from './store.ts';

/** The last change of the record of a mission; null for none. */
export const readTlptSign: (db: Db, missionId: string) => Promise<string | null> = store.readSign;

/** Version of a record, as in its entity tag. */
export function versionOf({ updated_at }: Pick<Tlpt, 'updated_at'>): string {
  return updated_at ?? 'none';
}

/** The record of a mission as a threat-led penetration test, empty if there is none. The caller has checked access. */
export function readTlpt({ db, now }: Services, missionId: string): Promise<Tlpt> {
  return inSnapshot(db, (trx) => show(trx, now, missionId));
}

async function show(db: Db, now: Now, missionId: string): Promise<Tlpt> {
  const { record, ...written } = await store.readTlpt(db, missionId);
  const today = isoTime(now()).slice(0, 10);
  const days = { ...record, replay_on: record.replay_on ?? (await readReplayDay(db, missionId)) };
  return { id: missionId, ...record, deadlines: listDeadlines(days, today), ...written };
}

/**
 * Changes the given fields; an empty change writes nothing, and an empty record is deleted. Refuses `not_found`, `invalid` a
 * phase that ends before it starts and tests of another mission, `archived`, and `stale` when `ifMatch` does not name the current
 * version.
 */
export function changeTlpt(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  patch: TlptPatch,
  ifMatch: string | undefined,
): Promise<Tlpt> {
  return inTransaction(db, async (trx) => {
    const { mission, judged } = await openMission(trx, user, missionId, async () => {
      const present = await store.readTlpt(trx, missionId);
      const whole = await wholly(() => store.readTlpt(trx, missionId));
      const after = mergeTlpt(present.record, patch);
      refuseInvertedPhases(after);
      refuseOtherTests(patch, await listTestsOf(trx, missionId, listNamedTests(patch)));
      return { present, whole: whole.record, after };
    });
    const { present, whole, after } = judged;
    refuseStale(ifMatch, versionOf(present));
    const at = timeAfter(present.updated_at, now);
    const isChanged = await recordWrite(trx, {
      at,
      by: user,
      verb: 'changed',
      object: 'mission',
      id: missionId,
      place: { mission_id: missionId },
      ...pickChanged(present.record, after),
    });
    if (isChanged) {
      if (isBlank(after)) await store.removeTlpt(trx, mission);
      else
        await store.setTlpt(trx, mission, {
          record: keepUnseen(after, whole, present.record),
          updated_by: user.id,
          updated_at: at,
        });
      // Open pages of the mission show whether it is one.
      if (isBlank(present.record) !== isBlank(after)) {
        await noteOutline(trx, mission, pickOutlineTime(mission, now), { isForAll: true });
      }
    }
    return show(trx, now, missionId);
  });
}

/** Gives a new mission the parties and scope of its original. Refuses nothing. */
export async function copyTlpt(
  trx: Trx,
  originalId: string,
  mission: OpenMission,
  written: { user: Principal; at: string },
): Promise<void> {
  const { record } = await store.readTlpt(trx, originalId);
  await putTlpt(trx, mission, { ...written, by: written.user }, pickPlanned(record));
}

/** Takes tests that leave a mission out of its record; returns what named them. Refuses nothing. */
export async function cutTests(
  trx: Trx,
  mission: OpenMission,
  testIds: ReadonlySet<string>,
): Promise<string[]> {
  const record = await store.readRecord(trx, mission.id);
  if (record === null) return [];
  const naming = listNaming(record, testIds);
  if (naming.length === 0) return [];
  await store.setRecord(
    trx,
    mission,
    renameTests(record, (id) => (testIds.has(id) ? undefined : id)),
  );
  return naming;
}

/** Writes the record of a new mission, unless it is empty. Refuses nothing. */
export async function putTlpt(
  trx: Trx,
  mission: OpenMission,
  { by, user, at }: { by: Author; user: Principal | null; at: string },
  record: TlptRecord,
): Promise<void> {
  if (isBlank(record)) return;
  await store.setTlpt(trx, mission, { record, updated_by: user?.id ?? null, updated_at: at });
  await recordWrite(trx, {
    at,
    by,
    verb: 'changed',
    object: 'mission',
    id: mission.id,
    place: { mission_id: mission.id },
    ...pickChanged(blankTlpt, record),
  });
}
