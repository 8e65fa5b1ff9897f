import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Db, inTransaction } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { MissionTest } from '../contract.ts';
import { openTest } from '../doors.ts';
import { pickWriteTime, readWrittenTest, recordTestWrite } from '../mission-tests/service.ts';
import { updateTest } from '../mission-tests/writes.ts';
import type { TestPlace } from '../visibility.ts';
import { type MissionVariables, toVariablesColumn, type VariablesInput } from './contract.ts';
import { mergeVariables, UsedVariables } from './rules.ts';
import { listCommands, listScenarioIds, readMissionVariables, readTestVariables } from './store.ts';

/** The values of a mission's variables, and the variables its tests have. The caller has checked access. */
export async function readMissionValues(db: Db, missionId: string): Promise<MissionVariables> {
  const variables = await readMissionVariables(db, missionId);
  const used = new UsedVariables(variables);
  const turn = new Turn();
  for (const scenario of await listScenarioIds(db, missionId)) {
    for (const commands of await listCommands(db, scenario)) used.add(commands);
    await turn.giveWay(nextTurn);
  }
  return { variables, used: used.list() };
}

/**
 * Changes the values in a test that override its mission's. Refuses `not_found`, `invalid` too many, `archived`, and `stale` when
 * `ifMatch` does not name the current version.
 */
export function changeTestVariables(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  input: VariablesInput | null,
  ifMatch: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    let [before, after]: (string | null)[] = [null, null];
    const judge = async () => {
      const present = await readTestVariables(trx, place.test_id);
      [before, after] = [present, mergeVariables(present, input)].map(toVariablesColumn);
    };
    const test = await openTest(trx, user, place, { judge, ifMatch });
    if (before !== after) {
      const at = pickWriteTime(test, now);
      await updateTest(trx, test, { variables_json: after as string | null }, user.id, at);
      await recordTestWrite(trx, user, test, {
        at,
        verb: 'changed',
        before: { variables: before && JSON.parse(before) },
        after: { variables: after && JSON.parse(after) },
      });
    }
    return readWrittenTest(trx, user, place);
  });
}
