import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Mission } from '../../../../server/missions/contract.ts';
import { runComparison } from '../../../api/missions/runs.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { formatList, t } from '../../../words.ts';

const told = ['improved', 'same', 'worse', 'open'] as const;

/** Retested tests of a mission, by change; Results names them. */
export function RunAgainFact({ mission }: { mission: Mission }) {
  const { data } = useQuery(runComparison(mission));
  if (data === undefined || data.retested === 0) return null;
  const changes = told.filter((change) => data[change] > 0);
  return (
    <Fact label={t('runs.retests')}>
      <Anchor component={Link} to={`/missions/${mission.id}/results`} inherit>
        {t('runs.retested', {
          count: data.retested,
          changes: formatList(
            changes.map((change) => t(`charts.trend.change.${change}`, { count: data[change] })),
          ),
        })}
      </Anchor>
    </Fact>
  );
}
