import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { redRoles } from '../../../domain/sides.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Entry } from '../../../server/history/contract.ts';
import { detectionLevels } from '../../api/catalogue/detection-levels.ts';
import { isGone } from '../../api/connection/problem.ts';
import { useUser } from '../../api/connection/session.ts';
import { engagement as engagementQuery } from '../../api/engagements/engagements.ts';
import { engagementSimulations } from '../../api/engagements/simulations.ts';
import { engagementHistory } from '../../api/history.ts';
import { rich } from '../../rich.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { EngagementHead } from '../engagements/engagement-head.tsx';
import { EngagementSkeleton } from '../engagements/engagement-view.tsx';
import { FilterSelect, HistoryFilterBar } from './history-filters.tsx';
import { HistoryList, useHistory } from './history-list.tsx';
import { useHistoryFilters } from './use-history-filters.ts';
import { usePeople } from './use-people.ts';

/** History of an engagement. */
export function EngagementHistoryPage() {
  const { engagementId = '' } = useParams();
  const { role } = useUser();
  const engagement = useQuery(engagementQuery(engagementId));
  if (engagement.data === undefined || isGone(engagement.error)) {
    if (engagement.error === null) return <EngagementSkeleton />;
    return (
      <ProblemNote
        error={engagement.error}
        what={t('history.engagement')}
        onRetry={() => engagement.refetch()}
      />
    );
  }
  return (
    <Stack gap="sm">
      <EngagementHead engagement={engagement.data} actions={null} isRed={redRoles.includes(role)} />
      <EngagementHistory key={engagementId} engagementId={engagementId} />
    </Stack>
  );
}

const nothing = () => undefined;

function EngagementHistory({ engagementId }: { engagementId: string }) {
  const source = useMemo(() => engagementHistory(engagementId), [engagementId]);
  const filters = useHistoryFilters(['simulation_id']);
  const found = useHistory(source, filters.filter);
  const levels = useQuery(detectionLevels);
  const simulations = useQuery(engagementSimulations(engagementId));
  const people = usePeople(found.entries);
  const names = useMemo(
    () => new Map((simulations.data ?? []).map(({ id, name }) => [id, name])),
    [simulations.data],
  );
  const where = ({ simulation_id }: Entry) => {
    const name = simulation_id === null ? undefined : names.get(simulation_id);
    return name === undefined
      ? null
      : rich('history.in_anchor', {
          anchor: (
            <Anchor
              component={Link}
              inherit
              to={`/engagements/${engagementId}/simulations/${simulation_id}/history`}
            >
              <Name>{name}</Name>
            </Anchor>
          ),
        });
  };
  return (
    <>
      <HistoryFilterBar filters={filters} people={people.choices}>
        <FilterSelect
          label={t('shared.simulation')}
          placeholder={t('history.any_simulation')}
          width={260}
          value={filters.values.simulation_id}
          data={[...names].map(([value, name]) => ({ value, label: toVisibleText(name) }))}
          onChange={(simulation_id) => filters.set({ simulation_id })}
        />
      </HistoryFilterBar>
      <HistoryList
        source={source}
        found={found}
        known={{ levels: levels.data ?? [], people: people.named }}
        restorer={null}
        onRestore={nothing}
        isFiltered={filters.active}
        onClear={filters.clear}
        where={where}
      />
    </>
  );
}
