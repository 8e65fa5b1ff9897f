import { Button, Text } from '@mantine/core';
import { IconPlus, IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { runningStatus, waitingStatus } from '../../../domain/missions.ts';
import type { Side } from '../../../domain/sides.ts';
import type { MissionListItem } from '../../../server/missions/contract.ts';
import type { MissionOutcomes } from '../../../server/missions/overview/contract.ts';
import { followed, missionOutcomes } from '../../api/home.ts';
import { rich } from '../../rich.ts';
import { CountLink } from '../../ui/charts/count-link.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Since } from '../../ui/times/since.tsx';
import { t } from '../../words.ts';
import { MissionStatusBadge } from '../missions/badges.tsx';
import { useIsPart, useLinksOfSeen } from '../missions/hiding/hidden-tests.ts';
import { OutcomeBar } from '../missions/outcomes/outcome-bar.tsx';
import { Progress } from '../missions/progress.tsx';
import { All, FromHome, Lines } from './from-home.tsx';
import styles from './home-view.module.css';

type Props = {
  /** Running missions, then drafts; null while loading. */
  missions: readonly MissionListItem[] | null;
  /** Number of further open missions. */
  left: number;
  /** Whether there is any mission, in any state. */
  any: boolean;
  mayCreate: boolean;
};

/** Open missions: progress, outcomes, and the longest wait. */
export function MissionCards({ missions, left, any, mayCreate }: Props) {
  const outcomes = useQuery({
    ...missionOutcomes(missions ?? []),
    ...followed,
    enabled: missions !== null && missions.length > 0,
  });
  const create = mayCreate ? (
    <Button
      component={Link}
      to="/missions?dialog=create"
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
    >
      {t('home.new_mission')}
    </Button>
  ) : null;
  return (
    <SidePanel
      title={t('shared.missions')}
      beside={
        <>
          {missions?.length ? create : null}
          <All to="/missions" what={t('home.missions')} />
        </>
      }
    >
      {missions === null ? (
        <Lines />
      ) : missions.length === 0 ? (
        <EmptyState
          icon={IconTarget}
          title={any ? t('home.no_mission_is_running') : t('home.no_missions_yet')}
          hint={mayCreate ? t('home.make_one_of_scenarios_of_tests') : t('home.you_will_find_a_mission_here')}
          action={create}
        />
      ) : (
        <ul className={styles.cards} aria-label={t('shared.missions')}>
          {missions.map((mission) => (
            <MissionCard key={mission.id} mission={mission} outcomes={outcomes.data?.get(mission.id)} />
          ))}
        </ul>
      )}
      {left > 0 ? (
        <FromHome to="/missions" size="xs">
          {t('home.and_left_more', { left })}
        </FromHome>
      ) : null}
    </SidePanel>
  );
}

function MissionCard({
  mission,
  outcomes,
}: {
  mission: MissionListItem;
  outcomes: MissionOutcomes | undefined;
}) {
  const { id, name, client, status, counts } = mission;
  const isPart = useIsPart();
  const ofSeen = useLinksOfSeen();
  const run = counts.executed + counts.reviewed_by_blue;
  const link = (count: number, filter: Record<string, string>) => (text: ReactNode) =>
    count === 0 ? (
      text
    ) : (
      <CountLink to={`/missions/${id}?${new URLSearchParams(filter)}`} count={count}>
        {text}
      </CountLink>
    );
  const said = rich('home.run_of_tests_executed_reviewedbyblue_reviewe', {
    run,
    tests: counts.tests,
    reviewedbyblue: counts.reviewed_by_blue,
    all: link(run, { figure: 'attempted' }),
    reviewed: link(counts.reviewed_by_blue, { status: 'reviewed_by_blue' }),
  });
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <div className={styles.grow}>
          <FromHome to={`/missions/${id}`} display="block" fw={500}>
            <Name line>{name}</Name>
          </FromHome>
          {client ? (
            <div className={styles.where}>
              <Name line>{client}</Name>
            </div>
          ) : null}
        </div>
        <MissionStatusBadge status={status} />
      </div>
      <div className={styles.bars}>
        <Progress mission={mission} />
        <OutcomeBar outcomes={outcomes} />
      </div>
      <Text size="xs" className={styles.standing as string}>
        <span>
          {counts.tests === 0
            ? t(isPart(mission) ? 'shared.nothing_shown' : 'home.no_tests_yet')
            : ofSeen(mission, said)}
        </span>
        {status === runningStatus ? (
          <span className={styles.waits}>
            <Waits missionId={id} side="red" count={counts.pending} since={outcomes?.waits.red ?? null} />
            <Waits missionId={id} side="blue" count={counts.executed} since={outcomes?.waits.blue ?? null} />
          </span>
        ) : null}
      </Text>
    </li>
  );
}

function Waits({
  missionId,
  side,
  count,
  since,
}: {
  missionId: string;
  side: Side;
  count: number;
  since: string | null;
}) {
  if (count === 0) return null;
  return (
    <span data-side={side}>
      <CountLink
        to={`/missions/${missionId}?${new URLSearchParams({ status: waitingStatus[side] })}`}
        count={count}
      >
        {count} {side === 'red' ? t('home.for_red') : t('home.for_blue')}
      </CountLink>
      {since === null ? null : (
        <>
          {' · '}
          <Since at={since} />
        </>
      )}
    </span>
  );
}
