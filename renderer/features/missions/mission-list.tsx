import { Anchor, Group, Text } from '@mantine/core';
import { IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { MissionStatus } from '../../../domain/missions.ts';
import { missionStatuses } from '../../../domain/missions.ts';
import type { MissionListItem } from '../../../server/missions/contract.ts';
import type { MissionOutcomes } from '../../../server/missions/overview/contract.ts';
import { missionOutcomes } from '../../api/home.ts';
import { type Column, ExerciseList } from '../../ui/exercise-list.tsx';
import { Name } from '../../ui/name.tsx';
import { DateRange } from '../../ui/time.tsx';
import type { ExerciseListState } from '../../ui/use-exercise-list.ts';
import { MissionStatusBadge } from './badges.tsx';
import { missionStatusName } from './mission-words.ts';
import { OutcomeBar } from './outcomes/outcome-bar.tsx';
import { Progress } from './progress.tsx';

const statuses = missionStatuses.map((value) => ({ value, label: missionStatusName[value] }));

const makeColumns = (
  outcomes: ReadonlyMap<string, MissionOutcomes> | undefined,
): readonly Column<MissionListItem>[] => [
  {
    head: 'Mission',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/missions/${id}`} fw={500} size="sm" display="block">
        <Name line>{name}</Name>
      </Anchor>
    ),
  },
  { head: 'Client', width: '15%', cell: ({ client }) => (client ? <Name line>{client}</Name> : null) },
  { head: 'Status', width: 120, cell: ({ status }) => <MissionStatusBadge status={status} /> },
  {
    head: 'Dates',
    width: 190,
    cell: ({ start_date, end_date }) => <DateRange from={start_date} to={end_date} />,
  },
  {
    head: 'Progress',
    width: '15%',
    cell: ({ counts }) => (
      <Group gap="xs" wrap="nowrap">
        <Progress counts={counts} />
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {counts.tests - counts.pending} / {counts.tests}
        </Text>
      </Group>
    ),
  },
  { head: 'Outcome', width: '12%', cell: ({ id }) => <OutcomeBar outcomes={outcomes?.get(id)} /> },
  {
    head: 'Members',
    width: 90,
    isNumber: true,
    cell: ({ members }) => members.length,
    hint: ({ members }) => members.map(({ user }) => user.display_name).join(', '),
  },
];

export function MissionList({
  list,
  onCreate,
}: {
  list: ExerciseListState<MissionListItem, MissionStatus>;
  onCreate: (() => void) | null;
}) {
  const { data: outcomes } = useQuery(missionOutcomes(list.found?.items ?? []));
  const columns = useMemo(() => makeColumns(outcomes), [outcomes]);
  return (
    <ExerciseList
      list={list}
      one="mission"
      many="missions"
      icon={IconTarget}
      emptyHint={
        onCreate
          ? 'A mission is an exercise in progress: it copies tests from scenario templates, red executes them, blue reviews them.'
          : 'You will find a mission here as soon as somebody makes you a member of it.'
      }
      statuses={statuses}
      columns={columns}
      minWidth={840}
      onCreate={onCreate}
    />
  );
}
