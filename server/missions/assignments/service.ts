import type { Now } from '../../database/clock.ts';
import { inLongTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { notify } from '../../notifications/service.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import { listTheseChanged } from '../activity/store.ts';
import { openPlan, openTests } from '../doors.ts';
import { requireAssignee } from '../members/service.ts';
import { pickWriteTime, recordTestWrite } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { type TestChange, updateTests } from '../mission-tests/writes.ts';
import { refuseUnknownTests } from '../rules.ts';
import type { ChangedTests, TestsPatch } from './contract.ts';
import { changeTags, differ, refuseContradiction } from './rules.ts';
import * as store from './store.ts';

type Change = Pick<store.Assigned, 'id'> & {
  before: Partial<store.Assigned>;
  after: Partial<store.Assigned>;
};

/**
 * Assigns tests of a mission and changes their tags: all or none. Unaffected tests stay unchanged. Refuses `not_found`, `invalid`
 * an assignee who is no member, at its index a test that is not in the mission, too many tags, `archived`.
 */
export async function changeTests(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  patch: TestsPatch,
): Promise<ChangedTests> {
  await inLongTransaction(db, async (trx, pause) => {
    const { judged: changes } = await openPlan(trx, user, missionId, async () => {
      refuseContradiction(patch);
      const { assignee_id } = patch;
      const assignee =
        assignee_id === undefined ? undefined : await requireAssignee(trx, missionId, assignee_id);
      const present = await store.listAssigned(trx, missionId, patch.test_ids);
      const byId = new Map(present.map((test) => [test.id, test]));
      refuseUnknownTests(patch.test_ids, byId);
      return patch.test_ids.flatMap((id) => findChange(byId.get(id) as store.Assigned, patch, assignee));
    });
    await writeAll(trx, user, missionId, changes, now, pause);
  });
  // Other writers need not wait for the answer.
  return { tests: await listTheseChanged(db, missionId, patch.test_ids) };
}

function findChange(
  present: store.Assigned,
  patch: TestsPatch,
  assignee: store.Assigned['assignee'] | undefined,
): Change[] {
  const change: Change = { id: present.id, before: {}, after: {} };
  if (assignee !== undefined && assignee?.id !== present.assignee?.id) {
    change.before.assignee = present.assignee;
    change.after.assignee = assignee;
  }
  const tags = changeTags(present.tags, patch);
  if (differ(tags, present.tags)) {
    change.before.tags = present.tags;
    change.after.tags = tags;
  }
  return Object.keys(change.after).length === 0 ? [] : [change];
}

/** Removes everyone but these people as assignees of a mission's tests, in the caller's transaction. */
export async function unassignOthers(
  trx: Trx,
  user: Principal,
  missionId: string,
  members: readonly string[],
  now: Now,
  pause: () => Promise<void>,
): Promise<void> {
  const changes = (await store.listAssignedBeyond(trx, missionId, members)).map(({ id, assignee }) => ({
    id,
    before: { assignee },
    after: { assignee: null },
  }));
  await writeAll(trx, user, missionId, changes, now, pause, { onlyPeople: true });
}

const writtenAtOnce = 50;

async function writeAll(
  trx: Trx,
  user: Principal,
  mission_id: string,
  changes: readonly Change[],
  now: Now,
  pause: () => Promise<void>,
  options: { onlyPeople?: boolean } = {},
): Promise<void> {
  // All at once: finding each time separately would scan the whole mission.
  const ids = changes.map(({ id }) => id);
  const opened = await openTests(trx, user, mission_id, ids, options);
  const [first] = opened;
  if (first === undefined) return;
  const at = pickWriteTime(first, now);
  const turn = new Turn();
  for (let from = 0; from < changes.length; from += writtenAtOnce) {
    const some = changes.slice(from, from + writtenAtOnce);
    const tests = opened.slice(from, from + writtenAtOnce);
    const alike = Map.groupBy(tests, (_, index) => JSON.stringify((some[index] as Change).after));
    for (const [after, these] of alike)
      await updateTests(trx, these, toColumns(JSON.parse(after)), user.id, at);
    for (const [index, { before, after }] of some.entries()) {
      await recordTestWrite(trx, user, tests[index] as OpenTest, { at, verb: 'changed', before, after });
    }
    await turn.giveWay(pause);
  }
  const assigned = Map.groupBy(changes, ({ after }) => after.assignee?.id ?? null);
  for (const [assignee, tests] of assigned) {
    const test_ids = tests.map(({ id }) => id);
    await notify(trx, { at, by: user, kind: 'assigned', mission_id, test_ids }, [assignee]);
  }
}

function toColumns({ assignee, tags }: Change['after']): TestChange {
  return {
    ...(assignee === undefined ? {} : { assignee_id: assignee?.id ?? null }),
    ...(tags === undefined ? {} : { tags_json: JSON.stringify(tags) }),
  };
}
