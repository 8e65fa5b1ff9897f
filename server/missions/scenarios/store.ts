import { type Db, prepare, type Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { CatalogTag } from '../../fields.ts';
import type { OpenMission } from '../heads.ts';

export type ScenarioHead = {
  id: string;
  mission_id: string;
  name: string;
  description: string | null;
  position: number;
  catalog_tags: CatalogTag[];
};

/** A scenario of this mission, else null. */
export async function findScenario(
  db: Db,
  missionId: string,
  scenarioId: string,
): Promise<ScenarioHead | null> {
  const row = await db
    .selectFrom('scenarios')
    .select(['id', 'mission_id', 'name', 'description', 'position', 'catalog_tags_json'])
    .where('id', '=', scenarioId)
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { catalog_tags_json, ...scenario } = row;
  return { ...scenario, catalog_tags: JSON.parse(catalog_tags_json) };
}

type Named = { id: string; name: string; position: number };

/** The scenarios of a mission in order. */
export function listScenarioNames(db: Db, missionId: string): Promise<Named[]> {
  return db
    .selectFrom('scenarios')
    .select(['id', 'name', 'position'])
    .where('mission_id', '=', missionId)
    .orderBy('position')
    .execute();
}

/** The tests of a scenario in order. */
export function listTestNames(db: Db, scenarioId: string): Promise<Named[]> {
  return db
    .selectFrom('mission_tests')
    .select(['id', 'name', 'position'])
    .where('scenario_id', '=', scenarioId)
    .orderBy('position')
    .execute();
}

export async function updateScenario(
  trx: Trx,
  _mission: OpenMission,
  id: string,
  change: { name?: string | undefined; description?: string | null | undefined },
): Promise<void> {
  await trx.updateTable('scenarios').set(change).where('id', '=', id).execute();
}

/** Deletes a scenario, keeping its row, and moves up those below it. */
export async function deleteScenario(
  trx: Trx,
  mission: OpenMission,
  { id, position }: Pick<ScenarioHead, 'id' | 'position'>,
  time: string,
): Promise<void> {
  const row = await trx.selectFrom('scenarios').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await trx
    .insertInto('removed_scenarios')
    .values({
      id,
      mission_id: mission.id,
      removed_at: time,
      scenario_json: JSON.stringify(row),
      shown: row.shown_position === null ? 0 : 1,
    })
    .execute();
  await trx.deleteFrom('scenarios').where('id', '=', id).execute();
  await shiftScenarios(trx, mission, position + 1, -1);
}

/** Makes room for a scenario of a mission at a position, or with -1 closes the gap there. */
export async function shiftScenarios(
  trx: Trx,
  mission: OpenMission,
  from: number,
  by: 1 | -1,
): Promise<void> {
  await trx
    .updateTable('scenarios')
    .set(({ eb }) => ({ position: eb('position', '+', by) }))
    .where('mission_id', '=', mission.id)
    .where('position', '>=', from)
    .execute();
}

/** The row of a scenario removed from this mission, else null. */
export async function findRemovedScenario(
  db: Db,
  missionId: string,
  scenarioId: string,
): Promise<Row<'scenarios'> | null> {
  const found = await db
    .selectFrom('removed_scenarios')
    .select('scenario_json')
    .where('id', '=', scenarioId)
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  return found === undefined ? null : JSON.parse(found.scenario_json);
}

/** Restores a removed scenario at a position, and moves down those there; a deleted template is no longer named. */
export async function restoreScenario(
  trx: Trx,
  mission: OpenMission,
  removed: Row<'scenarios'>,
  position: number,
): Promise<void> {
  await shiftScenarios(trx, mission, position, 1);
  await trx
    .insertInto('scenarios')
    .values(({ selectFrom }) => ({
      ...removed,
      mission_id: mission.id,
      position,
      source_template_id: selectFrom('scenario_templates')
        .select('id')
        .where('id', '=', removed.source_template_id),
    }))
    .execute();
  await trx.deleteFrom('removed_scenarios').where('id', '=', removed.id).execute();
}

const preparePlacing = (table: 'scenarios' | 'mission_tests') =>
  prepare<{ id: string; position: number }, never>((db, parameter) =>
    db
      .updateTable(table)
      .set({ position: parameter('position') })
      .where('id', '=', parameter('id')),
  );
const place = { scenarios: preparePlacing('scenarios'), mission_tests: preparePlacing('mission_tests') };

/** Sets the position of a scenario or test of a mission. */
export async function setPosition(
  trx: Trx,
  table: keyof typeof place,
  _mission: OpenMission,
  id: string,
  position: number,
): Promise<void> {
  await place[table](trx, { id, position });
}
