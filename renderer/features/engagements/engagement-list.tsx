import { Anchor, Group, Text } from '@mantine/core';
import { IconSwords } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { EngagementStatus } from '../../../domain/engagements.ts';
import { engagementStatuses } from '../../../domain/engagements.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { type Column, ExerciseList } from '../../ui/lists/exercise-list.tsx';
import type { ExerciseListState } from '../../ui/lists/use-exercise-list.ts';
import { EngagementPages } from '../../ui/pages/engagement-pages.tsx';
import { Name } from '../../ui/text/name.tsx';
import { DateRange } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { EngagementBulk } from './engagement-bulk.tsx';
import { EngagementStatusBadge } from './engagement-status-badge.tsx';
import { SimulationProgress } from './simulation-progress.tsx';

const statuses = () =>
  engagementStatuses.map((value) => ({ value, label: t(`names.engagement_status.${value}`) }));

const columns = (): readonly Column<Engagement>[] => [
  {
    head: t('shared.engagement'),
    sort: 'name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/engagements/${id}`} fw={500} size="sm" display="block">
        <Name>{name}</Name>
      </Anchor>
    ),
  },
  {
    head: t('shared.client'),
    sort: 'client',
    width: '20%',
    cell: ({ client }) => (client ? <Name line>{client}</Name> : null),
  },
  {
    head: t('shared.status'),
    sort: 'status',
    width: 120,
    cell: ({ status }) => <EngagementStatusBadge status={status} />,
  },
  {
    head: t('shared.dates'),
    sort: 'start_date',
    width: 166,
    cell: ({ start_date, end_date }) => <DateRange from={start_date} to={end_date} />,
  },
  {
    head: t('engagements.simulations_done'),
    width: '22%',
    cell: ({ counts }) => (
      <Group gap="xs" wrap="nowrap">
        <SimulationProgress counts={counts} />
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {counts.done} / {counts.simulations}
        </Text>
      </Group>
    ),
  },
];

export function EngagementList({
  list,
  onCreate,
}: {
  list: ExerciseListState<Engagement, EngagementStatus>;
  onCreate: (() => void) | null;
}) {
  return (
    <ExerciseList
      list={list}
      one="engagement"
      icon={IconSwords}
      emptyHint={
        onCreate ? t('engagements.what_it_is_red_runs_its') : t('engagements.what_it_is_the_red_team')
      }
      statuses={statuses()}
      columns={columns()}
      minWidth={820}
      onCreate={onCreate}
      bulk={
        onCreate === null
          ? null
          : (selected, clear) => <EngagementBulk engagements={selected} onDone={clear} />
      }
      pages={<EngagementPages />}
    />
  );
}
