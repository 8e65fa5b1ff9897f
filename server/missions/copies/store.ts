import { prepare, type Trx } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { OpenMission } from '../store.ts';
import { planColumns } from '../tests/columns.ts';
import { untouched } from '../tests/store.ts';

/** A mission as another one is made of it: what it is for, and its scenarios and tests in their order. */
export type Original = {
  mission: Pick<
    Row<'missions'>,
    | 'name'
    | 'client'
    | 'organisation_id'
    | 'description'
    | 'catalog_version'
    | 'catalog_tags_json'
    | 'variables_json'
  >;
  members: Pick<Row<'mission_members'>, 'user_id' | 'role_hint'>[];
  scenarios: Row<'scenarios'>[];
  tests: Pick<Row<'mission_tests'>, 'id' | 'scenario_id' | 'catalog_tags_json'>[];
};

export async function readOriginal(trx: Trx, missionId: string): Promise<Original> {
  const mission = await trx
    .selectFrom('missions')
    .select([
      'name',
      'client',
      'organisation_id',
      'description',
      'catalog_version',
      'catalog_tags_json',
      'variables_json',
    ])
    .where('id', '=', missionId)
    .executeTakeFirstOrThrow();
  const members = await trx
    .selectFrom('mission_members')
    .select(['user_id', 'role_hint'])
    .where('mission_id', '=', missionId)
    .orderBy('position')
    .execute();
  const scenarios = await trx
    .selectFrom('scenarios')
    .selectAll()
    .where('mission_id', '=', missionId)
    .orderBy('position')
    .execute();
  const tests = await trx
    .selectFrom('mission_tests')
    .select(['id', 'scenario_id', 'catalog_tags_json'])
    .where('mission_id', '=', missionId)
    .orderBy('scenario_id')
    .orderBy('position')
    .execute();
  return { mission, members, scenarios, tests };
}

type Place<Name extends string> = Record<Name | 'id', string> & { position: number };

/** Copies a scenario as its mission has it. */
export async function copyScenario(
  trx: Trx,
  { id: mission_id }: OpenMission,
  scenario: Row<'scenarios'>,
  place: Place<'id'>,
): Promise<void> {
  await trx
    .insertInto('scenarios')
    .values({ ...scenario, ...place, mission_id })
    .execute();
}

const findSnapshot = prepare<{ test: string }, Omit<NewRow<'mission_tests'>, keyof typeof fresh>>(
  (db, parameter) =>
    db
      .selectFrom('mission_tests')
      .select([
        'id',
        'mission_id',
        'scenario_id',
        'source_template_id',
        'position',
        ...planColumns,
        'variables_json',
        'variable_defaults_json',
        'expectations_json',
        'expectation_met',
        'updated_at',
      ])
      .where('id', '=', parameter('test')),
);

const fresh = {
  ...untouched,
  last_actor_id: null,
  assignee_id: null,
  run_number: 1,
  run_reason: null,
  run_started_at: null,
} as const;

/** Copies a test as its mission has it, into its first run; what was written in it is not even read. */
export async function copyTest(
  trx: Trx,
  { id: mission_id }: OpenMission,
  test: string,
  place: Place<'scenario_id' | 'updated_at'>,
): Promise<void> {
  const [snapshot] = await findSnapshot(trx, { test });
  if (snapshot === undefined) return;
  const expectation_met = snapshot.expectation_met === null ? null : 'open';
  await trx
    .insertInto('mission_tests')
    .values({ ...snapshot, ...fresh, ...place, mission_id, expectation_met })
    .execute();
  await trx
    .insertInto('expectation_tools')
    .columns(['test_id', 'kind', 'tool_id'])
    .expression((from) =>
      from
        .selectFrom('expectation_tools')
        .select(({ val }) => [val(place.id).as('test_id'), 'kind', 'tool_id'])
        .where('test_id', '=', test),
    )
    .execute();
}
