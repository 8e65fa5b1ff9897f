import { useQuery } from '@tanstack/react-query';
import type { Mission } from '../../../../server/missions/contract.ts';
import { runComparison } from '../../../api/missions/runs.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';

const told = ['improved', 'same', 'worse', 'open'] as const;

/** How many tests of a mission were run again, and what became of them. */
export function RunAgainFact({ mission }: { mission: Mission }) {
  const { data } = useQuery(runComparison(mission));
  if (data === undefined || data.retested === 0) return null;
  const changes = told.filter((change) => data[change] > 0);
  return (
    <Fact label={t('runs.retests')}>
      {data.retested} {data.retested === 1 ? 'test' : 'tests'}:{' '}
      {changes.map((change) => `${data[change]} ${t(`names.run_change.${change}`)}`).join(', ')}
    </Fact>
  );
}
