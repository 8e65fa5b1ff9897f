import type { Trx } from '../database/database.ts';
import { toClientKey } from '../database/search.ts';
import type { NewRow, Row } from '../database/tables.ts';
import type { DeletableMission, OpenMission } from './heads.ts';

type NewMissionRow = Pick<
  NewRow<'missions'>,
  | 'id'
  | 'name'
  | 'client'
  | 'organisation_id'
  | 'description'
  | 'start_date'
  | 'end_date'
  | 'created_by'
  | 'created_at'
  | 'retest_of_id'
  | 'variables_json'
  | 'settle_at_review'
  | 'sightings_visible_to_red'
  | 'replay_opened'
  | 'threats_json'
  | 'visibility'
>;

/** Creates a writable mission. */
export async function insertMission(trx: Trx, row: NewMissionRow): Promise<OpenMission> {
  await trx
    .insertInto('missions')
    .values({
      ...row,
      client_key: toClientKey(row.client),
      status: 'draft',
      catalog_version: null,
      catalog_tags_json: '[]',
      updated_at: row.created_at,
      deleted_at: null,
      last_change_at: row.created_at,
      count_pending: 0,
      count_skipped: 0,
      count_blocked: 0,
      count_executed: 0,
      count_reviewed: 0,
      outline_changed_at: null,
    })
    .execute();
  const { id, start_date = null, end_date = null, created_at, visibility = null, replay_opened = null } = row;
  const times = { updated_at: created_at, last_change_at: created_at, outline_changed_at: null };
  const flags = { locked: null, sightings_visible_to_red: null, replay_opened, visibility };
  return { id, status: 'draft', ...flags, start_date, end_date, ...times, tests: 0 } as OpenMission;
}

type ChangeableColumn =
  | 'name'
  | 'client'
  | 'organisation_id'
  | 'description'
  | 'status'
  | 'start_date'
  | 'end_date'
  | 'variables_json'
  | 'settle_at_review'
  | 'locked'
  | 'sightings_visible_to_red'
  | 'replay_opened'
  | 'replay_opened'
  | 'threats_json'
  | 'visibility'
  | 'updated_at';

export type MissionChange = { [K in ChangeableColumn]?: Row<'missions'>[K] | undefined };

/** The parts of a change that differ from the mission. */
export async function pickChanges(
  trx: Trx,
  { id }: Pick<OpenMission, 'id'>,
  change: MissionChange,
): Promise<MissionChange> {
  const row = await trx.selectFrom('missions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const given = Object.entries(change) as [ChangeableColumn, unknown][];
  return Object.fromEntries(given.filter(([column, value]) => value !== undefined && value !== row[column]));
}

export async function updateMission(trx: Trx, mission: OpenMission, change: MissionChange): Promise<void> {
  const { updated_at, ...fields } = change;
  await trx
    .updateTable('missions')
    .set(({ eb, val }) => ({
      ...change,
      // Only a change of its own fields is seen by everybody: something hidden may have been added.
      ...(Object.keys(fields).length > 0 &&
        updated_at !== undefined && {
          shown_updated_at: eb
            .case()
            .when('shown_updated_at', 'is', null)
            .then(null)
            .else(val(updated_at))
            .end(),
        }),
      client_key: toClientKey(change.client),
      ...(change.status === 'in_progress' ? { running_since: change.updated_at } : {}),
    }))
    .where('id', '=', mission.id)
    .execute();
}

/** Deletes a mission softly. */
export async function deleteMission(trx: Trx, mission: DeletableMission, time: string): Promise<void> {
  await trx
    .updateTable('missions')
    .set({ deleted_at: time, updated_at: time })
    .where('id', '=', mission.id)
    .execute();
}
