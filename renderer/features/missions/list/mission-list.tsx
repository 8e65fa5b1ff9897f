import { Anchor, Text } from '@mantine/core';
import { IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { MissionStatus } from '../../../../domain/missions.ts';
import { missionStatuses } from '../../../../domain/missions.ts';
import type { MissionListItem } from '../../../../server/missions/contract.ts';
import type { MissionOutcomes } from '../../../../server/missions/overview/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { missionOutcomes } from '../../../api/home.ts';
import { type Column, ExerciseList } from '../../../ui/lists/exercise-list.tsx';
import type { ExerciseListState } from '../../../ui/lists/use-exercise-list.ts';
import { Name } from '../../../ui/text/name.tsx';
import { DateRange } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { ImportLink } from '../../interchange/import-link.tsx';
import { MissionStatusBadge } from '../badges.tsx';
import { OutcomeBar } from '../outcomes/outcome-bar.tsx';
import { describeCounts, Progress } from '../progress.tsx';
import { MissionBulk } from './mission-bulk.tsx';

const statuses = missionStatuses.map((value) => ({ value, label: t(`names.mission_status.${value}`) }));

const makeColumns = (
  outcomes: ReadonlyMap<string, MissionOutcomes> | undefined,
): readonly Column<MissionListItem>[] => [
  {
    head: 'Mission',
    sort: 'name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/missions/${id}`} fw={500} size="sm" display="block">
        <Name>{name}</Name>
      </Anchor>
    ),
  },
  {
    head: 'Client',
    sort: 'client',
    width: '13%',
    cell: ({ client }) => (client ? <Name line>{client}</Name> : null),
  },
  {
    head: 'Status',
    sort: 'status',
    width: 124,
    cell: ({ status }) => <MissionStatusBadge status={status} />,
  },
  {
    head: 'Dates',
    sort: 'start_date',
    width: 150,
    cell: ({ start_date, end_date }) => <DateRange from={start_date} to={end_date} />,
  },
  {
    head: 'Progress',
    sort: 'progress',
    width: 176,
    cell: ({ counts }) => (
      <>
        <Progress counts={counts} />
        <Text size="xs" c="dimmed" truncate>
          {describeCounts(counts)}
        </Text>
      </>
    ),
  },
  { head: 'Outcome', width: '10%', cell: ({ id }) => <OutcomeBar outcomes={outcomes?.get(id)} /> },
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
  const mayArchive = useMay('mission.archive');
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
      minWidth={960}
      onCreate={onCreate}
      beside={<ImportLink />}
      bulk={mayArchive ? (selected, clear) => <MissionBulk missions={selected} onDone={clear} /> : null}
    />
  );
}
