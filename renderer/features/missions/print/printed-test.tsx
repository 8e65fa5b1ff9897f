import { useQuery } from '@tanstack/react-query';
import { mostRuns } from '../../../../domain/limits.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { closedRuns } from '../../../api/missions/runs.ts';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { usePrintedPictures } from '../../evidence/printed-pictures.ts';
import { shownAtFirst } from '../runs/run-history.tsx';
import { TestSheet } from './test-sheet.tsx';

/** Printing waits for nothing, so additional content is loaded with the test's page. */
export function PrintedTest({ test, mission }: { test: MissionTest; mission: Mission | null }) {
  // If there are only a few runs, the page has already read them.
  const runs = useQuery(closedRuns(test, test.closed_runs > shownAtFirst ? mostRuns : shownAtFirst));
  const closed = (test.closed_runs > 0 && runs.data?.items) || [];
  const pictures = usePrintedPictures([...test.evidence, ...closed.flatMap(({ evidence }) => evidence)]);
  return (
    <PrintSheet>
      {() => <TestSheet test={test} mission={mission} closed={closed} pictures={pictures} />}
    </PrintSheet>
  );
}
