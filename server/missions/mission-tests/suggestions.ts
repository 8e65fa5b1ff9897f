import { type HostField, hostFields, mapFields } from '../../../domain/test-record.ts';
import type { Db } from '../../database/database.ts';
import { isBound, type Principal } from '../../permissions.ts';
import { isSeenBy } from '../store.ts';
import { toViewer } from '../visibility.ts';
import type { Suggestions } from './contract.ts';
import type { TestHead } from './store.ts';

type Place = Pick<TestHead, 'id' | 'mission_id'>;

/**
 * Takes a test and the person about to write its record, returns likely values: from the previous run, even in the original of a
 * retest, else from their last test in the mission. Refuses nothing.
 */
export async function suggestFields(db: Db, user: Principal, test: Place): Promise<Suggestions> {
  const before = (await readRunBefore(db, test)) ?? (await readOriginal(db, user, test));
  const own = await readOwnLast(db, user, test);
  const seen = await Promise.all(
    hostFields.map(async (field) => [field, await listSeen(db, test.mission_id, field)] as const),
  );
  return {
    command: before?.command ?? null,
    ...mapFields(hostFields, { line: ({ field }) => before?.[field] ?? own?.[field] ?? null }),
    seen: Object.fromEntries(seen) as Suggestions['seen'],
  };
}

async function readRunBefore(db: Db, { id }: Place) {
  return db
    .selectFrom('test_runs')
    .select(['command', ...hostFields])
    .where('test_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The test of the same name in the original of this retest, if the person sees that mission. */
async function readOriginal(db: Db, user: Principal, { id, mission_id }: Place) {
  if (isBound(user)) return undefined;
  const viewer = toViewer(user);
  return db
    .selectFrom('mission_tests as original')
    .innerJoin('missions', 'missions.id', 'original.mission_id')
    .select(['original.command', 'original.source_host', 'original.target_host', 'original.target_user'])
    .where('missions.id', '=', ({ selectFrom }) =>
      selectFrom('missions as retest').select('retest.retest_of_id').where('retest.id', '=', mission_id),
    )
    .where('missions.deleted_at', 'is', null)
    .where(isSeenBy(viewer.seesAll ? 1 : 0, viewer.id))
    .where('original.name', '=', ({ selectFrom }) =>
      selectFrom('mission_tests').select('name').where('id', '=', id),
    )
    .orderBy('original.executed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Hosts and user of the test that someone last executed or wrote. */
async function readOwnLast(db: Db, user: Principal, { id, mission_id }: Place) {
  return db
    .selectFrom('mission_tests')
    .select(hostFields)
    .where('mission_id', '=', mission_id)
    .where('id', '<>', id)
    .where(({ or, and, eb }) =>
      or([
        eb('operator', '=', user.displayName),
        // A review doesn't count as an execution.
        and([eb('last_actor_id', '=', user.id), eb('status', '<>', 'reviewed_by_blue')]),
      ]),
    )
    .where(({ or, eb }) => or(hostFields.map((field) => eb(field, 'is not', null))))
    .orderBy(({ fn }) => fn.coalesce('executed_at', 'updated_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const mostSeen = 8;

/** The texts of a field in the runs of a mission's tests, most frequent first. */
async function listSeen(db: Db, missionId: string, field: HostField): Promise<string[]> {
  const present = db.selectFrom('mission_tests').select(field).where('mission_id', '=', missionId);
  const closed = db
    .selectFrom('test_runs')
    .innerJoin('mission_tests', 'mission_tests.id', 'test_runs.test_id')
    .select(`test_runs.${field}`)
    .where('mission_id', '=', missionId);
  const rows = await db
    .selectFrom(present.unionAll(closed).as('runs'))
    .select(field)
    .where(field, 'is not', null)
    .groupBy(field)
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy(field)
    .limit(mostSeen)
    .execute();
  return rows.flatMap((row) => row[field] ?? []);
}
