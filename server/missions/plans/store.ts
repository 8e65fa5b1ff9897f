import { type Db, prepare, type Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { planColumns } from '../mission-tests/columns.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { OpenMission } from '../store.ts';
import type { KeptPlan } from './rules.ts';

type PlanRow = Pick<Row<'mission_tests'>, (typeof planColumns)[number]>;

const findPlan = prepare<{ test: string }, PlanRow>((db, parameter) =>
  db.selectFrom('mission_tests').select(planColumns).where('id', '=', parameter('test')),
);

/** What a test says. The caller has found it. */
export async function readPlan(db: Db, testId: string): Promise<KeptPlan & Pick<PlanRow, 'opsec'>> {
  const { platforms_json, tags_json, catalog_tags_json, ...plan } = (
    await findPlan(db, { test: testId })
  )[0] as PlanRow;
  return {
    ...plan,
    platforms: JSON.parse(platforms_json),
    tags: JSON.parse(tags_json),
    catalog_tags: JSON.parse(catalog_tags_json),
  };
}

export type PlanChange = { [K in keyof KeptPlan]?: KeptPlan[K] | undefined } & {
  opsec?: PlanRow['opsec'] | undefined;
};

export async function updatePlan(trx: Trx, test: OpenTest, change: PlanChange): Promise<void> {
  const { platforms, tags, catalog_tags, ...texts } = change;
  await trx
    .updateTable('mission_tests')
    .set({
      ...texts,
      platforms_json: platforms && JSON.stringify(platforms),
      tags_json: tags && JSON.stringify(tags),
      catalog_tags_json: catalog_tags && JSON.stringify(catalog_tags),
    })
    .where('id', '=', test.id)
    .execute();
}

/** Where a test stands. The caller has found it. */
export function readPosition(db: Db, testId: string): Promise<{ scenario_id: string; position: number }> {
  return db
    .selectFrom('mission_tests')
    .select(['scenario_id', 'position'])
    .where('id', '=', testId)
    .executeTakeFirstOrThrow();
}

export async function countTests(db: Db, scenarioId: string): Promise<number> {
  const { n } = await db
    .selectFrom('mission_tests')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('scenario_id', '=', scenarioId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Moves the tests of a scenario from a position on by one: down to make room, or up to close a gap. */
export async function shiftTests(
  trx: Trx,
  _mission: OpenMission,
  { scenario_id, position }: { scenario_id: string; position: number },
  by: 1 | -1,
): Promise<void> {
  await trx
    .updateTable('mission_tests')
    .set(({ eb }) => ({ position: eb('position', '+', by) }))
    .where('scenario_id', '=', scenario_id)
    .where('position', '>=', position)
    .execute();
}

export async function setPlace(
  trx: Trx,
  test: OpenTest,
  place: { scenario_id: string; position: number },
): Promise<void> {
  await trx.updateTable('mission_tests').set(place).where('id', '=', test.id).execute();
}
