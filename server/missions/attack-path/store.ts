import type { PathEdge } from '../../../domain/attack-path.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { prepareInsert } from '../../database/insert.ts';
import { anyOf } from '../../database/search.ts';
import type { OpenMission } from '../heads.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { Followed } from './contract.ts';

const edgesOf = prepare<{ mission: string }, PathEdge>((db, parameter) =>
  db
    .selectFrom('mission_tests as test')
    .innerJoin('test_follows as edge', 'edge.test_id', 'test.id')
    .select(['edge.test_id', 'edge.follows_id', 'edge.condition'])
    .where('test.mission_id', '=', parameter('mission'))
    .orderBy('edge.test_id')
    .orderBy('edge.follows_id'),
);

/** The edges of a mission's attack path. */
export function listEdges(db: Db, missionId: string): Promise<PathEdge[]> {
  return edgesOf(db, { mission: missionId });
}

const followedBy = prepare<{ test: string }, Followed>((db, parameter) =>
  db
    .selectFrom('test_follows')
    .select(['follows_id as test_id', 'condition'])
    .where('test_id', '=', parameter('test'))
    .orderBy('follows_id'),
);

/** The tests that a test follows. */
export function listFollowed(db: Db, testId: string): Promise<Followed[]> {
  return followedBy(db, { test: testId });
}

/** The edges that lead to a test or from it. */
export function listEdgesAt(db: Db, testId: string): Promise<PathEdge[]> {
  return db
    .selectFrom('test_follows')
    .select(['test_id', 'follows_id', 'condition'])
    .where(({ or, eb }) => or([eb('test_id', '=', testId), eb('follows_id', '=', testId)]))
    .orderBy('test_id')
    .orderBy('follows_id')
    .execute();
}

/** Names of those tests that are in the mission, by id. */
export async function nameTests(
  db: Db,
  missionId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('mission_tests')
    .select(['id', 'name'])
    .where('mission_id', '=', missionId)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const insertRows = prepareInsert('test_follows', ['test_id', 'follows_id', 'condition']);

/** Adds edges between tests of a mission, which the caller knows to make no cycle. */
export function insertEdges(trx: Trx, _mission: OpenMission, edges: readonly PathEdge[]): Promise<void> {
  return insertRows(trx, edges);
}

/** Replaces those of the tests that a test follows; others of its edges stay. */
export async function setFollowed(
  trx: Trx,
  test: OpenTest,
  present: readonly Followed[],
  follows: readonly Followed[],
): Promise<void> {
  const ids = present.map(({ test_id }) => test_id);
  await trx
    .deleteFrom('test_follows')
    .where('test_id', '=', test.id)
    .where('follows_id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  await insertRows(
    trx,
    follows.map(({ test_id: follows_id, condition }) => ({ test_id: test.id, follows_id, condition })),
  );
}

/** Removes one edge. */
export async function deleteEdge(
  trx: Trx,
  { test_id, follows_id }: Omit<PathEdge, 'condition'>,
): Promise<void> {
  await trx
    .deleteFrom('test_follows')
    .where('test_id', '=', test_id)
    .where('follows_id', '=', follows_id)
    .execute();
}

/** Picks the tests that are hidden from some members. */
export async function listHidden(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mission_tests')
    .select('id')
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .where('shown_position', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Gives the tests that follow this one a new version; those that everybody sees only if everybody sees this one. */
export async function touchFollowers(trx: Trx, test: OpenTest, time: string): Promise<void> {
  const isHidden = (await listHidden(trx, [test.id])).has(test.id);
  await trx
    .updateTable('mission_tests')
    .set({ updated_at: time })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('test_follows').select('test_id').where('follows_id', '=', test.id),
    )
    .$if(isHidden, (query) => query.where('shown_position', 'is', null))
    .execute();
}
