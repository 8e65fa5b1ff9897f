import { Anchor, Group, Text } from '@mantine/core';
import { IconSwords } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { EngagementStatus } from '../../../domain/engagements.ts';
import { engagementStatuses } from '../../../domain/engagements.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { EngagementPages } from '../../ui/engagement-pages.tsx';
import { type Column, ExerciseList } from '../../ui/exercise-list.tsx';
import { Name } from '../../ui/name.tsx';
import { DateRange } from '../../ui/time.tsx';
import type { ExerciseListState } from '../../ui/use-exercise-list.ts';
import { EngagementStatusBadge } from './engagement-status-badge.tsx';
import { engagementStatusName } from './engagement-words.ts';
import { SimulationProgress } from './simulation-progress.tsx';

const statuses = engagementStatuses.map((value) => ({ value, label: engagementStatusName[value] }));

const columns: readonly Column<Engagement>[] = [
  {
    head: 'Engagement',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/engagements/${id}`} fw={500} size="sm" display="block">
        <Name line>{name}</Name>
      </Anchor>
    ),
  },
  { head: 'Client', width: '20%', cell: ({ client }) => (client ? <Name line>{client}</Name> : null) },
  { head: 'Status', width: 120, cell: ({ status }) => <EngagementStatusBadge status={status} /> },
  {
    head: 'Dates',
    width: 190,
    cell: ({ start_date, end_date }) => <DateRange from={start_date} to={end_date} />,
  },
  {
    head: 'Simulations done',
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
      many="engagements"
      icon={IconSwords}
      emptyHint={
        onCreate
          ? 'An engagement holds simulations: red runs them, by hand or from a C2 framework, and the SOC reviews each.'
          : 'The red team makes engagements; its simulations appear here for you to review.'
      }
      statuses={statuses}
      columns={columns}
      minWidth={700}
      onCreate={onCreate}
      pages={<EngagementPages />}
    />
  );
}
