import { useQuery } from '@tanstack/react-query';
import type { Mission } from '../../../../server/missions/contract.ts';
import { runComparison } from '../../../api/missions/runs.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { changeName } from './run-words.ts';

const told = ['improved', 'same', 'worse', 'open'] as const;

/** How many tests of a mission were run again, and what became of them. */
export function RunAgainFact({ mission }: { mission: Mission }) {
  const { data } = useQuery(runComparison(mission));
  if (data === undefined || data.retested === 0) return null;
  const changes = told.filter((change) => data[change] > 0);
  return (
    <Fact label="Run again">
      {data.retested} {data.retested === 1 ? 'test' : 'tests'}:{' '}
      {changes.map((change) => `${data[change]} ${changeName[change]}`).join(', ')}
    </Fact>
  );
}
