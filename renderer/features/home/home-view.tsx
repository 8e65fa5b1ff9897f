import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus, IconTarget } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Side } from '../../../domain/sides.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { MissionListItem } from '../../../server/missions/contract.ts';
import type {
  CoverageSummary,
  MissionOutcomes,
  Overview,
  WaitingTests,
} from '../../../server/missions/overview/contract.ts';
import { CatalogChip } from '../../ui/catalog-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Name } from '../../ui/name.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { EngagementStatusBadge } from '../engagements/engagement-status-badge.tsx';
import { MissionStatusBadge } from '../missions/badges.tsx';
import { OutcomeBar } from '../missions/outcomes/outcome-bar.tsx';
import { Progress } from '../missions/progress.tsx';
import styles from './home-view.module.css';
import { ExpectationsGlance, KindsGlance } from './outcome-glance.tsx';
import { RemediationPanel } from './remediation-panel.tsx';

/** How many missions that are open are listed here; the page of missions has them all. */
export const missionsShown = 8;

type Props = {
  user: User;
  /** Those in progress, then drafts; null while on their way. */
  missions: MissionListItem[] | null;
  /** Whether there is any mission, in whatever state. */
  hasMissions: boolean;
  engagements: Engagement[] | null;
  error: Error | null;
  onRetry: () => void;
  mayRead: boolean;
  mayCreate: boolean;
  /** What this person records. */
  writes: Record<Side, boolean>;
  waiting: Overview | null;
  coverage: CoverageSummary | null;
  /** By mission; undefined while on their way. */
  outcomes: ReadonlyMap<string, MissionOutcomes> | undefined;
};

export function HomeView(props: Props) {
  const { user, missions, engagements, error, mayRead, waiting, writes } = props;
  return (
    <Stack gap="sm">
      <PageHead title={`Welcome, ${user.display_name}`} />
      {error ? <ProblemNote error={error} what="overview" onRetry={props.onRetry} /> : null}
      <div className={styles.columns}>
        <div className={styles.column}>
          {mayRead && writes.red ? (
            <WaitingFor side="red" title="To execute" waiting={waiting?.pending ?? null} />
          ) : null}
          {mayRead && writes.blue ? (
            <WaitingFor side="blue" title="To review" waiting={waiting?.executed ?? null} />
          ) : null}
          {mayRead ? <RemediationPanel userId={user.id} /> : null}
          {mayRead ? (
            <Missions
              missions={missions}
              outcomes={props.outcomes}
              any={props.hasMissions}
              mayCreate={props.mayCreate}
            />
          ) : null}
        </div>
        <div className={styles.column}>
          {mayRead ? <CoverageGlance coverage={props.coverage} /> : null}
          <Engagements engagements={engagements} />
        </div>
      </div>
    </Stack>
  );
}

function WaitingFor({ side, title, waiting }: { side: Side; title: string; waiting: WaitingTests | null }) {
  return (
    <SidePanel
      side={side}
      title={title}
      beside={
        waiting ? (
          <Text size="sm" c="dimmed" component="span">
            {waiting.total} {waiting.total === 1 ? 'test' : 'tests'}
          </Text>
        ) : null
      }
    >
      {waiting === null ? (
        <Lines />
      ) : waiting.tests.length === 0 ? (
        <Text size="sm" c="dimmed">
          {side === 'red' ? 'No pending test in a running mission.' : 'Nothing executed waits for a review.'}
        </Text>
      ) : (
        <ul className={styles.list}>
          {waiting.tests.map(({ mission, ...test }) => (
            <li key={test.id}>
              <div className={styles.grow}>
                <Anchor
                  component={Link}
                  size="sm"
                  display="block"
                  to={`/missions/${mission.id}/tests/${test.id}?status=${test.status}`}
                >
                  <Name line>{test.name}</Name>
                </Anchor>
                <div className={styles.where}>
                  <Name line>{mission.name}</Name>
                </div>
              </div>
              {test.catalog_tags[0] ? <CatalogChip tag={test.catalog_tags[0]} short /> : null}
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

function Missions({
  missions,
  outcomes,
  any,
  mayCreate,
}: {
  missions: MissionListItem[] | null;
  outcomes: Props['outcomes'];
  any: boolean;
  mayCreate: boolean;
}) {
  const create = mayCreate ? (
    <Button
      component={Link}
      to="/missions?dialog=create"
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
    >
      New mission
    </Button>
  ) : null;
  return (
    <SidePanel title="My missions" beside={<All to="/missions" what="missions" />}>
      {missions === null ? (
        <Lines />
      ) : missions.length === 0 ? (
        <EmptyState
          icon={IconTarget}
          title={any ? 'No mission is running' : 'No missions yet'}
          hint={
            mayCreate
              ? 'Make one from scenario templates; the two sides then work through its tests.'
              : 'You will find a mission here as soon as somebody makes you a member of it.'
          }
          action={create}
        />
      ) : (
        <ul className={styles.list}>
          {missions.map((mission) => (
            <li key={mission.id} className={styles.mission}>
              <div className={styles.grow}>
                <Anchor component={Link} to={`/missions/${mission.id}`} size="sm" display="block">
                  <Name line>{mission.name}</Name>
                </Anchor>
                {mission.client ? (
                  <div className={styles.where}>
                    <Name line>{mission.client}</Name>
                  </div>
                ) : null}
              </div>
              <MissionStatusBadge status={mission.status} />
              <div className={styles.progress}>
                <Progress counts={mission.counts} />
                <OutcomeBar outcomes={outcomes?.get(mission.id)} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

function Engagements({ engagements }: { engagements: Engagement[] | null }) {
  return (
    <SidePanel title="Engagements" beside={<All to="/engagements" what="engagements" />}>
      {engagements === null ? (
        <Lines />
      ) : engagements.length === 0 ? (
        <Text size="sm" c="dimmed">
          No engagements yet.
        </Text>
      ) : (
        <ul className={styles.list}>
          {engagements.map((engagement) => (
            <li key={engagement.id}>
              <div className={styles.grow}>
                <Anchor component={Link} to={`/engagements/${engagement.id}`} size="sm" display="block">
                  <Name line>{engagement.name}</Name>
                </Anchor>
                <div className={styles.where}>
                  {engagement.counts.simulations === 0
                    ? 'no simulations yet'
                    : `${engagement.counts.done} of ${engagement.counts.simulations} simulations done, ${engagement.counts.review_required} to review`}
                </div>
              </div>
              <EngagementStatusBadge status={engagement.status} />
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

function CoverageGlance({ coverage }: { coverage: CoverageSummary | null }) {
  return (
    <SidePanel title="Coverage" beside={<All to="/catalogue" what="techniques" />}>
      {coverage === null ? (
        <Lines />
      ) : (
        <>
          <CoverageBar coverage={coverage} />
          <KindsGlance coverage={coverage} />
          <ExpectationsGlance coverage={coverage} />
        </>
      )}
    </SidePanel>
  );
}

function CoverageBar({ coverage: { tests, tagged, levels } }: { coverage: CoverageSummary }) {
  if (tests.run === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was executed in a running mission yet.
      </Text>
    );
  }
  const judged = levels.flatMap(({ level, run }) => (level === null ? [] : [{ ...level, run }]));
  // The best stands first; what is not judged takes what is left of the bar.
  judged.sort((one, other) => other.rank - one.rank);
  const notJudged = levels.find(({ level }) => level === null)?.run ?? 0;
  const words = judged.map(({ name, run }) => `${run} ${name.toLowerCase()}`).join(', ');
  return (
    <Stack gap={8}>
      <Text size="sm">
        {tagged.planned === 0
          ? 'Tested without a technique,'
          : `${tagged.run} of ${tagged.planned} planned techniques tested,`}{' '}
        by {tests.run} {tests.run === 1 ? 'test' : 'tests'} in running missions
      </Text>
      <div className={styles.bar} role="img" aria-label={`${words}, ${notJudged} not judged`}>
        {judged.map(({ key, color, run }) => (
          <span
            key={key}
            data-level={key}
            style={{ width: `${(100 * run) / tests.run}%`, backgroundColor: color }}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {judged.map(({ key, name, color, run }) => (
          <li key={key}>
            <span className={styles.dot} style={{ backgroundColor: color }} />
            {run} {name.toLowerCase()}
          </li>
        ))}
        <li>{notJudged} not judged</li>
      </ul>
    </Stack>
  );
}

function All({ to, what }: { to: string; what: string }): ReactNode {
  return (
    <Anchor component={Link} to={to} size="xs" ml="auto" aria-label={`All ${what}`}>
      All
    </Anchor>
  );
}

function Lines() {
  return (
    <Group gap={8} aria-busy="true">
      <Skeleton height={22} />
      <Skeleton height={22} />
      <Skeleton height={22} />
    </Group>
  );
}
