import type { PathEdge } from '../../../domain/attack-path.ts';
import { prepare, type Trx } from '../../database/database.ts';
import { prepareInsert } from '../../database/insert.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { listEdges } from '../attack-path/store.ts';
import type { OpenMission } from '../heads.ts';
import { planColumns } from '../mission-tests/columns.ts';
import { insertTestRows, toFirstVerdict } from '../mission-tests/new-tests.ts';

/** A mission as the source of another one: its subject, and its scenarios and tests in order. */
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
    | 'threats_json'
    | 'visibility'
  >;
  members: Pick<Row<'mission_members'>, 'user_id' | 'role_hint'>[];
  scenarios: Row<'scenarios'>[];
  tests: Pick<Row<'mission_tests'>, 'id' | 'scenario_id' | 'catalog_tags_json'>[];
  edges: PathEdge[];
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
      'threats_json',
      'visibility',
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
  return { mission, members, scenarios, tests, edges: await listEdges(trx, missionId) };
}

const insertScenarioRows = prepareInsert('scenarios', [
  'id',
  'mission_id',
  'source_template_id',
  'name',
  'description',
  'position',
  'catalog_tags_json',
  'hidden',
]);

/** Adds another mission's scenarios to a mission. */
export function insertScenarios(
  trx: Trx,
  { id: mission_id }: OpenMission,
  scenarios: readonly Row<'scenarios'>[],
): Promise<void> {
  return insertScenarioRows(
    trx,
    scenarios.map((scenario) => ({ ...scenario, mission_id, hidden: toHiddenAgain(scenario) })),
  );
}

/** A copy hides again what its original has revealed. */
function toHiddenAgain({
  hidden,
  revealed_at,
}: Pick<Row<'scenarios'>, 'hidden' | 'revealed_at'>): 0 | 1 | null {
  return revealed_at === null ? hidden : null;
}

const snapshotColumns = [
  'id',
  'source_template_id',
  ...planColumns,
  'variables_json',
  'variable_defaults_json',
  'expectations_json',
  'expectation_met',
  'hidden',
  'revealed_at',
] as const satisfies (keyof Row<'mission_tests'>)[];

const findSnapshots = prepare<
  { tests: string },
  Pick<Row<'mission_tests'>, (typeof snapshotColumns)[number]>
>((db, parameter) =>
  db
    .selectFrom('mission_tests')
    .select(snapshotColumns)
    .where('id', 'in', anyOf(parameter('tests'))),
);
const findTools = prepare<{ tests: string }, Row<'expectation_tools'>>((db, parameter) =>
  db
    .selectFrom('expectation_tools')
    .select(['test_id', 'kind', 'tool_id'])
    .where('test_id', 'in', anyOf(parameter('tests'))),
);
const insertTools = prepareInsert('expectation_tools', ['test_id', 'kind', 'tool_id']);

/** Destination of a test's copy. */
export type CopyPlace = Pick<Row<'mission_tests'>, 'id' | 'scenario_id' | 'position' | 'updated_at'>;

/** Copies tests of a mission by id, each into its first run, without reading their records. */
export async function copyTests(
  trx: Trx,
  mission: OpenMission,
  copies: ReadonlyMap<string, CopyPlace>,
): Promise<void> {
  const tests = JSON.stringify([...copies.keys()]);
  const placeOf = (id: string) => copies.get(id) as CopyPlace;
  const rows = (await findSnapshots(trx, { tests })).map(({ expectation_met, revealed_at, ...snapshot }) => ({
    ...snapshot,
    hidden: toHiddenAgain({ hidden: snapshot.hidden, revealed_at }),
    ...placeOf(snapshot.id),
    expectation_met: toFirstVerdict(expectation_met !== null),
  }));
  await insertTestRows(trx, mission, rows);
  const tools = await findTools(trx, { tests });
  await insertTools(
    trx,
    tools.map(({ test_id, ...tool }) => ({ ...tool, test_id: placeOf(test_id).id })),
  );
}
