import { seesHidden } from '../../../domain/missions.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inLongTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { wholly } from '../../database/view.ts';
import { forbidden } from '../../errors.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { MemberInput } from '../contract.ts';
import { openMission } from '../doors.ts';
import { noteOutline, pickOutlineTime } from '../outline/store.ts';
import * as store from './store.ts';

/** Refuses `forbidden` somebody who does not see what is hidden in a mission. */
export async function refuseUnseeing(db: Db, user: Principal, missionId: string): Promise<void> {
  if (seesHidden(user.role, user.permissions) || (await store.isLead(db, missionId, user.id))) return;
  throw forbidden('Only those who see hidden tests hide and reveal them');
}

/** Refuses `forbidden` a new lead, who sees hidden tests, from somebody who does not see them. */
export async function refuseNewLeads(
  db: Db,
  user: Principal,
  missionId: string,
  members: readonly MemberInput[],
): Promise<void> {
  if (seesHidden(user.role, user.permissions) || (await store.isLead(db, missionId, user.id))) return;
  for (const { user_id, role_hint } of members) {
    if (role_hint !== 'lead' || (await store.isLead(db, missionId, user_id))) continue;
    throw forbidden('Only those who see hidden tests appoint a lead');
  }
}

export const listIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * Makes a write that hides or shows something in a mission, settles what everybody sees, and records what became hidden or shown
 * by it; yields with `pause`. Refuses nothing.
 */
export function changeShown(
  trx: Trx,
  missionId: string,
  by: Author,
  at: string,
  work: () => Promise<void>,
  { isForAll = false, pause = async () => {} }: { isForAll?: boolean; pause?: () => Promise<void> } = {},
): Promise<void> {
  return wholly(async () => {
    const turn = new Turn();
    const read = async () => ({
      scenarios: await store.listScenarios(trx, missionId),
      tests: await store.listTests(trx, missionId),
    });
    const before = await read();
    await turn.giveWay(pause);
    await work();
    await turn.giveWay(pause);
    await noteOutline(trx, { id: missionId }, at, { isForAll });
    await turn.giveWay(pause);
    const after = await read();
    const none = { reveal_at: null, reveal_on_review: null, reveal_by: null };
    for (const [table, object] of [
      ['scenarios', 'scenario'],
      ['mission_tests', 'test'],
    ] as const) {
      const list = table === 'scenarios' ? 'scenarios' : 'tests';
      const changed = [...after[list].values()].filter(
        ({ id, shown_position }) =>
          (before[list].get(id)?.shown_position === null) !== (shown_position === null),
      );
      const shown = changed.filter(({ shown_position }) => shown_position !== null);
      await store.write(trx, table, listIds(shown), { revealed_at: at, ...none });
      const hidden = changed.filter(({ shown_position }) => shown_position === null);
      await store.write(trx, table, listIds(hidden), { revealed_at: null });
      for (const { id, shown_position } of changed) {
        await turn.giveWay(pause);
        const isHidden = shown_position === null;
        const place = { mission_id: missionId, ...(object === 'test' && { test_id: id }) };
        await recordWrite(trx, {
          at,
          by,
          verb: 'changed',
          object,
          id,
          place,
          before: { hidden: !isHidden },
          after: { hidden: isHidden },
        });
      }
    }
  });
}

/** Hides a scenario with all that is in it. Refuses nothing. */
export function hideScenario(
  trx: Trx,
  by: Author,
  missionId: string,
  scenarioId: string,
  at: string,
): Promise<void> {
  return changeShown(trx, missionId, by, at, () =>
    store.write(trx, 'scenarios', [scenarioId], { hidden: 1 }),
  );
}

/** Shows everything in a scope, whatever it followed until then. Refuses nothing. */
async function reveal(
  trx: Trx,
  missionId: string,
  by: Author,
  at: string,
  isIn: (row: { scenario: string; test: string | null }) => boolean,
  pause?: () => Promise<void>,
): Promise<void> {
  const show = async () => {
    const scenarios = [...(await store.listScenarios(trx, missionId)).values()].filter(({ id }) =>
      isIn({ scenario: id, test: null }),
    );
    const tests = [...(await store.listTests(trx, missionId)).values()].filter(
      ({ id, scenario_id, shown_position }) =>
        shown_position === null && isIn({ scenario: scenario_id, test: id }),
    );
    await store.write(trx, 'scenarios', listIds(scenarios), { hidden: 0 });
    await store.write(trx, 'mission_tests', listIds(tests), { hidden: 0 });
  };
  await changeShown(trx, missionId, by, at, show, pause && { pause });
}

/** Reveals the hidden ones of these tests that their review reveals, in its transaction. Refuses nothing. */
export async function revealReviewed(
  trx: Trx,
  now: Now,
  user: Principal,
  missionId: string,
  isReviewed: (testId: string) => boolean,
): Promise<void> {
  await wholly(async () => {
    const { reveal_on_review: all } = await store.readSchedule(trx, missionId);
    const scenarios = await store.listScenarios(trx, missionId);
    const due = [...(await store.listTests(trx, missionId)).values()].filter(
      ({ id, scenario_id, shown_position, reveal_on_review: own }) =>
        shown_position === null &&
        isReviewed(id) &&
        [own, scenarios.get(scenario_id)?.reveal_on_review, all].includes(1),
    );
    if (due.length === 0) return;
    const { mission } = await openMission(trx, user, missionId);
    const ids = new Set(listIds(due));
    await reveal(
      trx,
      missionId,
      user,
      pickOutlineTime(mission, now),
      ({ test }) => test !== null && ids.has(test),
    );
  });
}

/** Reveals something that is due, unless that was taken back; returns whether it did. */
export function revealDue({ db, now }: Services, due: store.Due): Promise<boolean> {
  return inLongTransaction(db, async (trx, pause) => {
    const time = isoTime(now());
    const found = await store.findDue(trx, due, time);
    const none = { reveal_at: null, reveal_on_review: null, reveal_by: null };
    if (due.kind === 'missions') await store.schedule(trx, due.id, none);
    else await store.write(trx, due.kind, [due.id], none);
    if (found === null) return false;
    const at = await store.pickTime(trx, found.mission, now);
    const isDue = ({ scenario, test }: { scenario: string; test: string | null }) =>
      due.kind === 'missions' ? true : due.kind === 'scenarios' ? scenario === due.id : test === due.id;
    await reveal(trx, found.mission, found.by ?? 'server', at, isDue, pause);
    return true;
  });
}
