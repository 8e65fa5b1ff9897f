import type { Trx } from '../database/database.ts';
import type { DeletableMission, MissionHead, OpenMission } from './heads.ts';
import { setMembers } from './members/store.ts';
import type { TestHead } from './mission-tests/store.ts';
import * as writes from './mission-tests/writes.ts';
import * as missions from './writes.ts';

/** Never run: the compiler rejects every write to an object that did not come through a door, or came through another one. */
export function writeWithoutDoor(
  trx: Trx,
  found: { mission: MissionHead; test: TestHead },
  open: { mission: OpenMission; deletable: DeletableMission },
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
    writes.updateTest(trx, found.test, {}, '', ''),
    // @ts-expect-error: tests that were found
    writes.updateTests(trx, [found.test], {}, '', ''),
    // @ts-expect-error: a test that was found
    writes.moveCount(trx, found.test, 'executed'),
    // @ts-expect-error: tests that were found
    writes.moveCounts(trx, [found.test], 'executed'),
    // @ts-expect-error: a test that was found
    writes.changeEvidenceCount(trx, found.test, 1),
    // @ts-expect-error: a test that was found
    writes.setColumns(trx, found.test, {}),
    // @ts-expect-error: a test that was found
    writes.deleteTest(trx, open.mission, found.test),
    // @ts-expect-error: a mission that was found
    writes.insertTest(trx, found.mission, {}),
    missions.updateMission(trx, open.mission, {}),
    missions.deleteMission(trx, open.deletable, ''),
  ];
}
