import { Anchor, Text } from '@mantine/core';
import { IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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
import { Progress, useDescribeCounts } from '../progress.tsx';
import { MissionBulk } from './mission-bulk.tsx';

const statuses = () => missionStatuses.map((value) => ({ value, label: t(`names.mission_status.${value}`) }));

const makeColumns = (
  outcomes: ReadonlyMap<string, MissionOutcomes> | undefined,
  describeCounts: (mission: MissionListItem) => string,
): readonly Column<MissionListItem>[] => [
  {
    head: t('shared.mission'),
    sort: 'name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/missions/${id}`} fw={500} size="sm" display="block">
        <Name>{name}</Name>
      </Anchor>
    ),
  },
  {
    head: t('shared.client'),
    sort: 'client',
    width: '13%',
    cell: ({ client }) => (client ? <Name line>{client}</Name> : null),
  },
  {
    head: t('shared.status'),
    sort: 'status',
    width: 124,
    cell: ({ status }) => <MissionStatusBadge status={status} />,
  },
  {
    head: t('shared.dates'),
    sort: 'start_date',
    width: 166,
    cell: ({ start_date, end_date }) => <DateRange from={start_date} to={end_date} />,
  },
  {
    head: t('missions.progress'),
    sort: 'progress',
    width: 176,
    cell: (mission) => (
      <>
        <Progress mission={mission} />
        <Text size="xs" c="dimmed" truncate title={describeCounts(mission)}>
          {describeCounts(mission)}
        </Text>
      </>
    ),
  },
  { head: t('shared.outcome'), width: '10%', cell: ({ id }) => <OutcomeBar outcomes={outcomes?.get(id)} /> },
  {
    head: t('shared.members'),
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
  const describeCounts = useDescribeCounts();
  const columns = makeColumns(outcomes, describeCounts);
  return (
    <ExerciseList
      list={list}
      one="mission"
      icon={IconTarget}
      emptyHint={
        onCreate ? t('missions.a_mission_is_an_exercise_in') : t('missions.you_will_find_a_mission_here')
      }
      statuses={statuses()}
      columns={columns}
      minWidth={960}
      onCreate={onCreate}
      beside={<ImportLink />}
      bulk={mayArchive ? (selected, clear) => <MissionBulk missions={selected} onDone={clear} /> : null}
    />
  );
}
