import { inLongTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { type FieldError, refuseFields } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { Mission } from '../contract.ts';
import { openMission } from '../doors.ts';
import type { OpenMission } from '../heads.ts';
import { noteOutline, pickOutlineTime } from '../outline/store.ts';
import { readMission } from '../service.ts';
import type { HiddenInput, RevealInput } from './contract.ts';
import * as jobs from './jobs.ts';
import { changeShown, listIds, refuseUnseeing } from './reveal.ts';
import { refuseRevealed, toSchedule } from './rules.ts';
import * as store from './store.ts';

/** Reveals what is due while the server runs. */
export const openReveals: typeof jobs.openReveals = jobs.openReveals;

type Scope = Pick<HiddenInput, 'scenario_ids' | 'test_ids'>;
type Found = { scenarios: store.HiddenRow[]; tests: store.HiddenTest[] };

/**
 * Hides scenarios and tests of a mission from those who do not see hidden ones, or has them follow what they are in. Refuses
 * `not_found`, `forbidden` who does not see hidden tests, `invalid` what is not in the mission, `archived`.
 */
export async function hide(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  { hidden, ...scope }: HiddenInput,
): Promise<Mission> {
  const wanted = hidden === true ? 1 : null;
  await inLongTransaction(db, async (trx, pause) => {
    const { mission, judged } = await open(trx, user, missionId, scope);
    const scenarios = judged.scenarios.filter((row) => row.hidden !== wanted);
    const tests = judged.tests.filter((row) => row.hidden !== wanted);
    if (scenarios.length + tests.length === 0) return;
    const at = pickOutlineTime(mission, now);
    const hideThem = async () => {
      await store.write(trx, 'scenarios', listIds(scenarios), { hidden: wanted });
      await store.write(trx, 'mission_tests', listIds(tests), { hidden: wanted });
    };
    await changeShown(trx, mission.id, user, at, hideThem, { pause });
  });
  return readMission(db, user, missionId);
}

/**
 * Says when hidden scenarios and tests are revealed, or everything hidden in a mission: `now` is in ten seconds, in which it can
 * be taken back by `never`. Refuses `not_found`, `forbidden` who does not see hidden tests, `invalid` what is not in the mission,
 * `archived`, `already_revealed`.
 */
export async function scheduleReveal(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  { when, ...scope }: RevealInput,
): Promise<Mission> {
  await inLongTransaction(db, async (trx, pause) => {
    const turn = new Turn();
    const { mission, judged } = await open(trx, user, missionId, scope);
    const columns: store.Scheduled = toSchedule(when, now(), user.id);
    const at = pickOutlineTime(mission, now);
    const after = { reveal: toRecorded(columns) };
    const place = { mission_id: missionId };
    const isAll = scope.scenario_ids === undefined && scope.test_ids === undefined;
    const scheduled = isAll ? await store.readSchedule(trx, missionId) : null;
    if (when === 'never') {
      const tests = scheduled === null ? judged.tests : [...(await store.listTests(trx, missionId)).values()];
      refuseRevealed({ scheduled, rows: [...judged.scenarios, ...tests] });
    }
    if (scheduled !== null) {
      const before = { reveal: toRecorded(scheduled) };
      await store.schedule(trx, missionId, columns);
      await recordWrite(trx, {
        at,
        by: user,
        verb: 'changed',
        object: 'mission',
        id: missionId,
        place,
        before,
        after,
      });
    }
    await store.write(trx, 'scenarios', listIds(judged.scenarios), columns);
    await store.write(trx, 'mission_tests', listIds(judged.tests), columns);
    for (const { id, ...row } of judged.scenarios) {
      const before = { reveal: toRecorded(row) };
      await recordWrite(trx, { at, by: user, verb: 'changed', object: 'scenario', id, place, before, after });
    }
    for (const { id, ...row } of judged.tests) {
      await turn.giveWay(pause);
      const before = { reveal: toRecorded(row) };
      const ofTest = { ...place, test_id: id };
      await recordWrite(trx, {
        at,
        by: user,
        verb: 'changed',
        object: 'test',
        id,
        place: ofTest,
        before,
        after,
      });
    }
    await noteOutline(trx, mission, at);
  });
  return readMission(db, user, missionId);
}

function toRecorded({
  reveal_at,
  reveal_on_review,
}: Pick<store.Scheduled, 'reveal_at' | 'reveal_on_review'>): string | null {
  return reveal_on_review === 1 ? 'review' : reveal_at;
}

async function open(
  trx: Trx,
  user: Principal,
  missionId: string,
  scope: Scope,
): Promise<{ mission: OpenMission; judged: Found }> {
  return openMission(trx, user, missionId, async () => {
    await refuseUnseeing(trx, user, missionId);
    const scenarios = await store.listScenarios(trx, missionId);
    const tests = await store.listTests(trx, missionId);
    const errors: FieldError[] = [];
    const pick = <T>(
      known: ReadonlyMap<string, T>,
      ids: readonly string[] = [],
      field: string,
      what: string,
    ): T[] =>
      [...new Set(ids)].flatMap((id, index) => {
        const row = known.get(id);
        if (row !== undefined) return [row];
        errors.push({ path: `${field}.${index}`, message: `there is no ${what} with the id ${id}` });
        return [];
      });
    const found = {
      scenarios: pick(scenarios, scope.scenario_ids, 'scenario_ids', 'scenario'),
      tests: pick(tests, scope.test_ids, 'test_ids', 'test'),
    };
    refuseFields(errors);
    return found;
  });
}
