import { type RawBuilder, sql } from 'kysely';
import { runningStatus, type TestStatus, waitingStatus } from '../../../domain/missions.ts';
import type { Side } from '../../../domain/sides.ts';
import { type Db, prepare } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { CatalogTag } from '../../fields.ts';
import { toPerson } from '../../person.ts';
import type { Viewer } from '../heads.ts';
import { countColumn } from '../mission-tests/columns.ts';
import { selectVisibleMissions } from '../store.ts';

type Person = NonNullable<ReturnType<typeof toPerson>>;

/** The column of a mission that counts work waiting for a side. */
const waitingCount = (side: Side) => `missions.${countColumn[waitingStatus[side]]}` as const;

/** A running mission, with the number of its waiting tests, and whether they wait for the given user. */
export type RunningMission = {
  id: string;
  running_since: string | null;
  waiting: number;
  is_turn: number;
};

/** Filter: only the work of this user, or of everyone if null; in one mission, if named. */
export type Asked = { side: Side; mineOf: string | null; most: number; mission?: string | undefined };

/**
 * Whether the test of the query is assigned to someone else on that side. A test is assigned once, for both sides: an assignment
 * to red does not affect blue.
 */
function isWorkOfOthers(user: string | null, side: Side) {
  return sql<boolean>`(test.assignee_id <> ${user} and exists (
    select other.user_id from mission_members as other
    where other.mission_id = test.mission_id and other.user_id = test.assignee_id
      and other.role_hint in (${side}, 'lead')))`;
}

/**
 * Whether the tests of a mission wait for this user on a side: as a member of that side, or because it has no members. A lead
 * watches the queues of others.
 */
const isTurnOf = (user: string | null, side: Side, mission: string) =>
  sql<boolean>`(not exists (
    select member.user_id from mission_members as member
    where member.mission_id = ${sql.ref(mission)} and member.role_hint = ${side}
  ) or exists (
    select member.user_id from mission_members as member
    where member.mission_id = ${sql.ref(mission)} and member.role_hint = ${side} and member.user_id = ${user}
  ))`;

/** Whether this user has to do the test of the query; true for all if `user` is null. */
const isForUser = (user: string | null, side: Side) =>
  sql<boolean>`(cast(${user} as text) is null or test.assignee_id = ${user} or (
    (test.assignee_id is null or not ${isWorkOfOthers(user, side)})
    and ${isTurnOf(user, side, 'test.mission_id')}
  ))`;

/** The running missions a viewer sees, or the requested one. */
function selectRunning(db: Db, viewer: Viewer, { mission }: Pick<Asked, 'mission'>) {
  const running = selectVisibleMissions(db, viewer, { status: runningStatus });
  return mission === undefined ? running : running.where('missions.id', '=', mission);
}

/** The running missions a viewer sees with tests waiting for this side, longest-running first. */
export async function listRunningMissions(
  db: Db,
  viewer: Viewer,
  asked: Omit<Asked, 'most'>,
): Promise<RunningMission[]> {
  const { side, mineOf } = asked;
  const count = waitingCount(side);
  const isTurn = mineOf === null ? sql<boolean>`1 = 1` : isTurnOf(mineOf, side, 'missions.id');
  const rows = await selectRunning(db, viewer, asked)
    .where(count, '>', 0)
    .select(['missions.id', 'missions.running_since', `${count} as waiting`])
    .select(sql<number>`case when ${isTurn} then 1 else 0 end`.as('is_turn'))
    .execute();
  const since = ({ running_since, id }: RunningMission) => `${running_since ?? ''} ${id}`;
  return rows.sort((one, other) => (since(one) < since(other) ? -1 : 1));
}

/** A waiting test; `since` is null when the time of execution was not recorded. */
export type WaitingKey = { id: string; since: string | null };

type InMission = Omit<Asked, 'mission'> & { mission: string };

const firstPending = prepare<InMission, { id: string }>((db, parameter) =>
  db
    .selectFrom('scenarios')
    .innerJoin('mission_tests as test', 'test.scenario_id', 'scenarios.id')
    .select('test.id')
    .where('scenarios.mission_id', '=', parameter('mission'))
    .where('test.status', '=', waitingStatus.red)
    .where('test.run_number', '=', 1)
    .where(isForUser(parameter('mineOf'), parameter('side')))
    .orderBy('scenarios.position')
    .orderBy('test.position')
    .limit(parameter('most')),
);

/** The first tests of a mission that were never executed, in the order of the mission. */
export async function listFirstPending(db: Db, mission: string, asked: Asked): Promise<string[]> {
  return (await firstPending(db, { ...asked, mission })).map(({ id }) => id);
}

/** The tests waiting for a retest, longest wait first. */
export async function listToRunAgain(db: Db, viewer: Viewer, asked: Asked): Promise<WaitingKey[]> {
  const { side, mineOf, most } = asked;
  return (
    selectRunning(db, viewer, asked)
      .innerJoin('mission_tests as test', 'test.mission_id', 'missions.id')
      // Literal, because a partial index does not match a parameter.
      .where(sql<boolean>`test.status = ${sql.lit(waitingStatus.red)} and test.run_number > 1`)
      .where(isForUser(mineOf, side))
      .select(['test.id', 'test.run_started_at as since'])
      .orderBy('test.run_started_at')
      .orderBy('test.id')
      .limit(most)
      .execute()
  );
}

/** The tests waiting for a review, earliest execution first. */
export async function listToReview(db: Db, viewer: Viewer, asked: Asked): Promise<WaitingKey[]> {
  const { side, mineOf, most } = asked;
  return selectRunning(db, viewer, asked)
    .where(waitingCount('blue'), '>', 0)
    .innerJoin('mission_tests as test', 'test.mission_id', 'missions.id')
    .where(sql<boolean>`test.status = ${sql.lit(waitingStatus.blue)}`)
    .where(isForUser(mineOf, side))
    .select(['test.id', 'test.executed_at as since'])
    .orderBy('test.executed_at')
    .orderBy('test.id')
    .limit(most)
    .execute();
}

/**
 * Number of assigned tests waiting in the running missions a viewer sees: `others` are someone else's in missions where the side
 * is this user's, `mine` are this user's in missions where it is not.
 */
export async function countAssigned(
  db: Db,
  viewer: Viewer,
  asked: Asked & { mineOf: string },
): Promise<{ others: number; mine: number }> {
  const { side, mineOf } = asked;
  const isTurn = isTurnOf(mineOf, side, 'missions.id');
  const count = (what: RawBuilder<boolean>) => sql<number>`count(case when ${what} then 1 end)`;
  const { others, mine } = await selectRunning(db, viewer, asked)
    .innerJoin('mission_tests as test', 'test.mission_id', 'missions.id')
    .where('test.status', '=', waitingStatus[side])
    .where('test.assignee_id', 'is not', null)
    .select(count(sql`${isTurn} and ${isWorkOfOthers(mineOf, side)}`).as('others'))
    .select(count(sql`test.assignee_id = ${mineOf} and not ${isTurn}`).as('mine'))
    .executeTakeFirstOrThrow();
  return { others: Number(others), mine: Number(mine) };
}

export type FirstWaiting = { red: string | null; blue: string | null };

const findFirstWaiting = prepare<{ missions: string }, { id: string } & FirstWaiting>((db, parameter) =>
  db
    .selectFrom('missions')
    .select([
      'missions.id',
      sql<string | null>`case when ${sql.ref(waitingCount('red'))} > 0 then missions.running_since end`.as(
        'red',
      ),
      sql<string | null>`(select min(test.executed_at) from mission_tests as test
        where test.mission_id = missions.id and test.status = ${sql.lit(waitingStatus.blue)})`.as('blue'),
    ])
    .where('missions.id', 'in', anyOf(parameter('missions')))
    .where('missions.status', '=', runningStatus),
);

/** Start of the oldest wait for each side in the running ones of these missions. */
export async function listFirstWaiting(
  db: Db,
  missionIds: readonly string[],
): Promise<Map<string, FirstWaiting>> {
  if (missionIds.length === 0) return new Map();
  const rows = await findFirstWaiting(db, { missions: JSON.stringify(missionIds) });
  return new Map(rows.map(({ id, ...waits }) => [id, waits]));
}

export type NamedTest = {
  id: string;
  name: string;
  status: TestStatus;
  catalog_tags: CatalogTag[];
  mission: { id: string; name: string };
  assignee: Person | null;
};

const findNamed = prepare<
  { tests: string },
  Omit<NamedTest, 'catalog_tags' | 'mission' | 'assignee'> & {
    catalog_tags_json: string;
    assignee_id: string | null;
    assignee_name: string | null;
    mission_id: string;
    mission_name: string;
  }
>((db, parameter) =>
  db
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .leftJoin('users as assignee', 'assignee.id', 'test.assignee_id')
    .select([
      'test.id',
      'test.name',
      'test.status',
      'test.catalog_tags_json',
      'missions.id as mission_id',
      'missions.name as mission_name',
      'test.assignee_id',
      'assignee.display_name as assignee_name',
    ])
    .where('test.id', 'in', anyOf(parameter('tests')))
    .where('missions.deleted_at', 'is', null),
);

/** Names and places of these tests. The caller has checked access. */
export async function nameTests(db: Db, ids: readonly string[]): Promise<Map<string, NamedTest>> {
  if (ids.length === 0) return new Map();
  const rows = await findNamed(db, { tests: JSON.stringify(ids) });
  return new Map(
    rows.map(({ catalog_tags_json, mission_id, mission_name, assignee_id, assignee_name, ...test }) => [
      test.id,
      {
        ...test,
        assignee: toPerson(assignee_id, assignee_name),
        catalog_tags: JSON.parse(catalog_tags_json),
        mission: { id: mission_id, name: mission_name },
      },
    ]),
  );
}

/** The names of the missions among these that a viewer sees. */
export async function nameVisibleMissions(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectVisibleMissions(db, viewer, {})
    .where('missions.id', 'in', anyOf(JSON.stringify(ids)))
    .select(['missions.id', 'missions.name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether a viewer sees any mission. */
export async function seesAnyMission(db: Db, viewer: Viewer): Promise<boolean> {
  const row = await selectVisibleMissions(db, viewer, {}).select('missions.id').limit(1).executeTakeFirst();
  return row !== undefined;
}
