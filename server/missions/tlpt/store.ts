import type { Db, Trx } from '../../database/database.ts';
import { toPerson } from '../../person.ts';
import type { OpenMission } from '../heads.ts';
import { listTestsOf } from '../remediations/store.ts';
import type { Tlpt, TlptRecord } from './contract.ts';
import { blankTlpt, listNamedTests, renameTests } from './rules.ts';

export type StoredTlpt = { record: TlptRecord } & Pick<Tlpt, 'updated_by' | 'updated_at'>;

/** The current record of a mission. */
export async function readTlpt(db: Db, missionId: string): Promise<StoredTlpt> {
  const row = await db
    .selectFrom('mission_tlpt')
    .leftJoin('users as writer', 'writer.id', 'mission_tlpt.updated_by')
    .selectAll('mission_tlpt')
    .select('writer.display_name as writer_name')
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  if (row === undefined) return { record: blankTlpt, updated_by: null, updated_at: null };
  const record: TlptRecord = { ...blankTlpt, ...JSON.parse(row.record_json) };
  const known = await listTestsOf(db, missionId, listNamedTests(record));
  return {
    // Removed tests are not named until they are restored.
    record: renameTests(record, (id) => (known.has(id) ? id : undefined)),
    updated_by: toPerson(row.updated_by, row.writer_name),
    updated_at: row.updated_at,
  };
}

/** The record of a mission with all tests that it ever named; null for none. */
export async function readRecord(db: Db, missionId: string): Promise<TlptRecord | null> {
  const row = await db
    .selectFrom('mission_tlpt')
    .select('record_json')
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  return row === undefined ? null : { ...blankTlpt, ...JSON.parse(row.record_json) };
}

/** Writes a record that says the same but for tests that left. */
export async function setRecord(
  trx: Trx,
  { id: mission_id }: Pick<OpenMission, 'id'>,
  record: TlptRecord,
): Promise<void> {
  const record_json = JSON.stringify(record);
  await trx.updateTable('mission_tlpt').set({ record_json }).where('mission_id', '=', mission_id).execute();
}

/** The last change of the record of a mission; null for none. */
export async function readSign(db: Db, missionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('mission_tlpt')
    .select('updated_at')
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

/** Whether a mission is recorded as a threat-led penetration test. */
export async function isTlpt(db: Db, missionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('mission_tlpt')
    .select('mission_id')
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setTlpt(
  trx: Trx,
  { id: mission_id }: Pick<OpenMission, 'id'>,
  { record, updated_by, updated_at }: { record: TlptRecord; updated_by: string | null; updated_at: string },
): Promise<void> {
  const row = { record_json: JSON.stringify(record), updated_by, updated_at };
  await trx
    .insertInto('mission_tlpt')
    .values({ mission_id, ...row })
    .onConflict((conflict) => conflict.column('mission_id').doUpdateSet(row))
    .execute();
}

export async function removeTlpt(trx: Trx, { id }: Pick<OpenMission, 'id'>): Promise<void> {
  await trx.deleteFrom('mission_tlpt').where('mission_id', '=', id).execute();
}
