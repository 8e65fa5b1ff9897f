import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { mostRuns } from '../../../../domain/limits.ts';
import type { Mission, MissionTest, TestSummary } from '../../../../server/missions/contract.ts';
import type { ClosedRun } from '../../../../server/missions/runs/contract.ts';
import { readTest } from '../../../api/missions/mission-tests.ts';
import { missionAnnexKey } from '../../../api/missions/missions.ts';
import { versionOf } from '../../../api/missions/patch-tests.ts';
import { closedRuns } from '../../../api/missions/runs.ts';
import { type Pictures, readPictures } from '../../evidence/printed-pictures.ts';

export type AnnexPart = { test: MissionTest; closed: readonly ClosedRun[]; pictures: Pictures };

/** Tests with more to print than their line. */
export function listForAnnex(mission: Mission): TestSummary[] {
  return mission.scenarios
    .flatMap((scenario) => scenario.tests)
    .filter(({ evidence_count, run_number }) => evidence_count > 0 || run_number > 1);
}

/** Earlier runs and evidence of the current mission, in order. Cached for a moment, for printing. */
export const missionAnnex = (
  queryClient: QueryClient,
  mission: Mission,
  onProgress: (done: number) => void = () => undefined,
) =>
  queryOptions({
    queryKey: missionAnnexKey(mission.id, versionOf(mission)),
    queryFn: async ({ signal }): Promise<AnnexPart[]> => {
      const parts: AnnexPart[] = [];
      // Read one after the other: otherwise the page's own requests would wait behind hundreds.
      for (const { id } of listForAnnex(mission)) {
        signal.throwIfAborted();
        const test = await readTest(mission.id, id);
        const closed =
          test.closed_runs === 0 ? [] : (await queryClient.fetchQuery(closedRuns(test, mostRuns))).items;
        const files = [...test.evidence, ...closed.flatMap(({ evidence }) => evidence)];
        parts.push({ test, closed, pictures: await readPictures(queryClient, files) });
        onProgress(parts.length);
      }
      return parts;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
