import type { Trx } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { OpenMission } from '../store.ts';
import { untouched } from '../tests/store.ts';

/** A mission as another one is made of it: what it is for, and its scenarios and tests in their order. */
export type Original = {
  mission: Pick<
    Row<'missions'>,
    'name' | 'client' | 'organisation_id' | 'description' | 'catalog_version' | 'catalog_tags_json'
  >;
  members: Pick<Row<'mission_members'>, 'user_id' | 'role_hint'>[];
  scenarios: Row<'scenarios'>[];
  tests: Row<'mission_tests'>[];
};

export async function readOriginal(trx: Trx, missionId: string): Promise<Original> {
  const mission = await trx
    .selectFrom('missions')
    .select(['name', 'client', 'organisation_id', 'description', 'catalog_version', 'catalog_tags_json'])
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
    .selectAll()
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

/** Copies a test as its mission has it, into its first run. */
export async function copyTest(
  trx: Trx,
  { id: mission_id }: OpenMission,
  test: Row<'mission_tests'>,
  place: Place<'scenario_id' | 'updated_at'>,
): Promise<void> {
  const copy: NewRow<'mission_tests'> = {
    ...test,
    ...untouched,
    ...place,
    mission_id,
    last_actor_id: null,
    expectation_met: test.expectation_met === null ? null : 'open',
    run_number: 1,
    run_reason: null,
    run_started_at: null,
  };
  await trx.insertInto('mission_tests').values(copy).execute();
  await trx
    .insertInto('expectation_tools')
    .columns(['test_id', 'kind', 'tool_id'])
    .expression((from) =>
      from
        .selectFrom('expectation_tools')
        .select(({ val }) => [val(copy.id).as('test_id'), 'kind', 'tool_id'])
        .where('test_id', '=', test.id),
    )
    .execute();
}
