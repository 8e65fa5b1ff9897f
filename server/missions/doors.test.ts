import type { Trx } from '../database/database.ts';
import { setMembers } from './members/store.ts';
import type { TestHead } from './mission-tests/store.ts';
import * as tests from './mission-tests/store.ts';
import type { MissionHead } from './store.ts';
import * as missions from './store.ts';

/** Never run: the compiler refuses every write to what came through no door, or through another one. */
export function writeWithoutDoor(
  trx: Trx,
  found: { mission: MissionHead; test: TestHead },
  open: { mission: missions.OpenMission; deletable: missions.DeletableMission },
): Promise<void>[] {
  return [
    // @ts-expect-error: a mission that was found
    missions.updateMission(trx, found.mission, {}),
    // @ts-expect-error: an identifier
    missions.updateMission(trx, found.mission.id, {}),
    // @ts-expect-error: what may be deleted
    missions.updateMission(trx, open.deletable, {}),
    // @ts-expect-error: a mission that was found
    setMembers(trx, found.mission, []),
    // @ts-expect-error: what is open
    missions.deleteMission(trx, open.mission, ''),
    // @ts-expect-error: a test that was found
    tests.updateTest(trx, found.test, {}, '', ''),
    // @ts-expect-error: tests that were found
    tests.updateTests(trx, [found.test], {}, '', ''),
    // @ts-expect-error: a test that was found
    tests.moveCount(trx, found.test, 'executed'),
    // @ts-expect-error: tests that were found
    tests.moveCounts(trx, [found.test], 'executed'),
    // @ts-expect-error: a test that was found
    tests.changeEvidenceCount(trx, found.test, 1),
    missions.updateMission(trx, open.mission, {}),
    missions.deleteMission(trx, open.deletable, ''),
  ];
}
