import type { QueryClient } from '@tanstack/react-query';
import type { Mission, MissionTest, TestSummary } from '../../../server/missions/contract.ts';
import { missionTestKey } from '../../api/mission-tests.ts';
import { missionKey } from '../../api/missions.ts';
import { takeOver } from '../../api/take-over.ts';
import { patchTests } from './patch-tests.ts';

/** Takes over what the server answered to a write of a test, in its page and in its row. */
export async function takeOverTest(queryClient: QueryClient, answer: MissionTest): Promise<void> {
  showRow(queryClient, await takeOver(queryClient, missionTestKey(answer.id), answer));
}

/** Shows a test as it is known here until the server is asked for it again. */
export function showTest(queryClient: QueryClient, test: MissionTest): void {
  queryClient.setQueryData(missionTestKey(test.id), test);
  showRow(queryClient, test);
}

function showRow(queryClient: QueryClient, test: MissionTest): void {
  queryClient.setQueryData<Mission>(missionKey(test.mission_id), (mission) =>
    mission === undefined ? mission : patchTests(mission, [summaryOf(test)]).mission,
  );
}

function summaryOf(test: MissionTest): Pick<TestSummary, 'id'> & Partial<TestSummary> {
  return {
    id: test.id,
    status: test.status,
    detection_level: test.detection_level,
    evidence_count: test.evidence.length,
    executed_at: test.executed_at,
    detected_at: test.detected_at,
    last_actor: test.last_actor,
    updated_at: test.updated_at,
  };
}
