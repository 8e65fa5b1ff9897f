import { type Now, timeAfter } from '../../database/clock.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import type { Person } from '../../person.ts';
import { isHiddenScenario } from './rules.ts';
import { readLastChange } from './settle.ts';

export type Scheduled = Pick<Row<'missions'>, 'reveal_at' | 'reveal_on_review' | 'reveal_by'>;
export type Kind = 'missions' | 'scenarios' | 'mission_tests';
export type HiddenRow = Pick<Row<'mission_tests'>, 'id' | 'hidden' | 'shown_position' | 'revealed_at'> &
  Scheduled;
export type HiddenTest = HiddenRow & Pick<Row<'mission_tests'>, 'scenario_id'>;

const hideableColumns = [
  'id',
  'hidden',
  'shown_position',
  'revealed_at',
  'reveal_at',
  'reveal_on_review',
  'reveal_by',
] as const;

/** The scenarios of a mission, by id. */
export async function listScenarios(trx: Trx, mission: string): Promise<Map<string, HiddenRow>> {
  const rows = await trx
    .selectFrom('scenarios')
    .select(hideableColumns)
    .where('mission_id', '=', mission)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The tests of a mission, by id. */
export async function listTests(trx: Trx, mission: string): Promise<Map<string, HiddenTest>> {
  const rows = await trx
    .selectFrom('mission_tests')
    .select([...hideableColumns, 'scenario_id'])
    .where('mission_id', '=', mission)
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const leadOf = prepare<{ mission: string; user: string }, { user_id: string }>((db, parameter) =>
  db
    .selectFrom('mission_members')
    .select('user_id')
    .where('mission_id', '=', parameter('mission'))
    .where('user_id', '=', parameter('user'))
    .where('role_hint', '=', 'lead'),
);

/** Whether somebody leads a mission. */
export async function isLead(db: Db, mission: string, user: string): Promise<boolean> {
  return (await leadOf(db, { mission, user })).length > 0;
}

/** A hidden test of a mission; null without one. */
export async function findHiddenTest(db: Db, mission: string): Promise<string | null> {
  const row = await db
    .selectFrom('mission_tests')
    .select('id')
    .where('mission_id', '=', mission)
    .where('shown_position', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Writes the version that everybody sees; null for the stored one. */
export async function setShownVersion(
  trx: Trx,
  table: 'findings' | 'remediations',
  id: string,
  version: { updated_at: string; updated_by: Person | null } | null,
): Promise<void> {
  await trx
    .updateTable(table as 'findings')
    .set({
      shown_updated_at: version?.updated_at ?? null,
      shown_updated_by: version?.updated_by?.id ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Writes columns of scenarios or tests by id. */
export async function write(
  trx: Trx,
  table: Exclude<Kind, 'missions'>,
  ids: readonly string[],
  columns: Partial<Pick<Row<'mission_tests'>, 'hidden' | 'revealed_at'> & Scheduled>,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable(table as 'scenarios')
    .set(columns)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
}

export async function readSchedule(trx: Trx, mission: string): Promise<Scheduled> {
  return trx
    .selectFrom('missions')
    .select(['reveal_at', 'reveal_on_review', 'reveal_by'])
    .where('id', '=', mission)
    .executeTakeFirstOrThrow();
}

export async function schedule(trx: Trx, mission: string, columns: Scheduled): Promise<void> {
  await trx.updateTable('missions').set(columns).where('id', '=', mission).execute();
}

export type Due = { kind: Kind; id: string };

const dueIn = (kind: Kind) =>
  prepare<{ time: string }, { id: string }>((db, parameter) =>
    db
      .selectFrom(kind as 'scenarios')
      .select('id')
      .where('reveal_at', 'is not', null)
      .where('reveal_at', '<=', parameter('time'))
      .orderBy('reveal_at')
      .orderBy('id')
      .limit(100),
  );
const due = {
  missions: dueIn('missions'),
  scenarios: dueIn('scenarios'),
  mission_tests: dueIn('mission_tests'),
};

/** Everything that has to be revealed by this time. */
export async function listDue(db: Db, time: string): Promise<Due[]> {
  const found: Due[] = [];
  for (const kind of ['missions', 'scenarios', 'mission_tests'] as const) {
    found.push(...(await due[kind](db, { time })).map(({ id }) => ({ kind, id })));
  }
  return found;
}

/** Whether something is still due, its mission unless that is deleted, and the person who said so. */
export async function findDue(
  trx: Trx,
  { kind, id }: Due,
  time: string,
): Promise<{ mission: string; by: { id: string; displayName: string } | null } | null> {
  const mission = kind === 'missions' ? 'id' : 'mission_id';
  const row = await trx
    .selectFrom(`${kind} as hidden` as 'scenarios as hidden')
    .innerJoin('missions as mission', 'mission.id', `hidden.${mission}` as 'hidden.mission_id')
    .leftJoin('users', 'users.id', 'hidden.reveal_by')
    .select(['mission.id', 'mission.deleted_at', 'users.id as user_id', 'users.display_name'])
    .where('hidden.id', '=', id)
    .where('hidden.reveal_at', '<=', time)
    .executeTakeFirst();
  if (row === undefined || row.deleted_at !== null) return null;
  const { user_id, display_name } = row;
  return {
    mission: row.id,
    by: user_id === null || display_name === null ? null : { id: user_id, displayName: display_name },
  };
}

/** Time of a write to the outline of a mission, later than every earlier one. */
export async function pickTime(trx: Trx, mission: string, now: Now): Promise<string> {
  return timeAfter(await readLastChange(trx, mission), now);
}

/** Columns of a test that stays hidden in another scenario, which would show it. */
export async function keepHidden(trx: Trx, testId: string, scenarioId: string): Promise<{ hidden?: 1 }> {
  const test = await trx
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .select(['test.hidden', 'test.shown_position', 'missions.visibility'])
    .select(({ selectFrom }) =>
      selectFrom('scenarios')
        .select('scenarios.hidden')
        .where('scenarios.id', '=', scenarioId)
        .as('of_scenario'),
    )
    .where('test.id', '=', testId)
    .executeTakeFirst();
  if (test === undefined || test.shown_position !== null || test.hidden !== null) return {};
  return isHiddenScenario({ hidden: test.of_scenario }, test) ? {} : { hidden: 1 };
}
