import { type Db, prepare } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { planColumns } from '../mission-tests/columns.ts';
import type { KeptPlan } from './rules.ts';

type PlanRow = Pick<Row<'mission_tests'>, (typeof planColumns)[number]>;

const findPlan = prepare<{ test: string }, PlanRow>((db, parameter) =>
  db.selectFrom('mission_tests').select(planColumns).where('id', '=', parameter('test')),
);

/** Plan of a test, which the caller has found. */
export async function readPlan(db: Db, testId: string): Promise<KeptPlan & Pick<PlanRow, 'opsec'>> {
  return withLists((await findPlan(db, { test: testId }))[0] as PlanRow);
}

type PlanLists = Pick<KeptPlan, 'platforms' | 'tags' | 'catalog_tags'>;
type ListColumns = Pick<PlanRow, `${keyof PlanLists}_json`>;

/** A row with the lists of its plan instead of their JSON. */
export function withLists<R extends ListColumns>({
  platforms_json,
  tags_json,
  catalog_tags_json,
  ...row
}: R): Omit<R, keyof ListColumns> & PlanLists {
  return {
    ...row,
    platforms: JSON.parse(platforms_json),
    tags: JSON.parse(tags_json),
    catalog_tags: JSON.parse(catalog_tags_json),
  };
}

export type PlanChange = { [K in keyof KeptPlan]?: KeptPlan[K] | undefined } & {
  opsec?: PlanRow['opsec'] | undefined;
};

export function toPlanColumns({ platforms, tags, catalog_tags, ...texts }: PlanChange): {
  [K in keyof PlanRow]?: PlanRow[K] | undefined;
} {
  return {
    ...texts,
    ...(platforms && { platforms_json: JSON.stringify(platforms) }),
    ...(tags && { tags_json: JSON.stringify(tags) }),
    ...(catalog_tags && { catalog_tags_json: JSON.stringify(catalog_tags) }),
  };
}

/** Position of a test, which the caller has found. */
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
