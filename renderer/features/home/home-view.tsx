import { Stack } from '@mantine/core';
import type { Side } from '../../../domain/sides.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { FirstSteps } from '../../../server/home/contract.ts';
import type { MissionListItem } from '../../../server/missions/contract.ts';
import type { CoverageSummary } from '../../../server/missions/overview/contract.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { t } from '../../words.ts';
import { LeadPanel } from '../wall/lead-panel.tsx';
import { CoveragePanel } from './coverage-panel.tsx';
import { EngagementsPanel } from './engagements-panel.tsx';
import { FirstStepsPanel } from './first-steps-panel.tsx';
import styles from './home-view.module.css';
import { MissionCards } from './mission-cards.tsx';
import { RemediationPanel } from './remediation-panel.tsx';
import { StreamPanel } from './stream-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

type Props = {
  user: User;
  /** Running missions, then drafts; null while loading. */
  missions: readonly MissionListItem[] | null;
  /** Running missions that this person leads. */
  led: readonly MissionListItem[];
  /** Number of further open missions. */
  left: number;
  /** Whether there is any mission, in any state. */
  hasMissions: boolean;
  engagements: Engagement[] | null;
  error: Error | null;
  onRetry: () => void;
  mayRead: boolean;
  mayCreate: boolean;
  /** The sides for which this person records. */
  writes: readonly Side[];
  coverage: CoverageSummary | null;
  /** Null when the steps are done, hidden or not loaded. */
  steps: FirstSteps | null;
};

/** Home: waiting work, running missions, activity; on a new server, the steps to a first mission. */
export function HomeView(props: Props) {
  const { user, missions, engagements, error, mayRead, hasMissions, steps, writes } = props;
  // On a new server there is nothing else to show.
  const isNew = steps !== null && !hasMissions;
  return (
    <Stack gap="sm">
      <PageHead title={t('home.welcome_displayname', { displayname: user.display_name })} />
      {error ? <ProblemNote error={error} what={t('home.overview')} onRetry={props.onRetry} /> : null}
      {steps === null ? null : <FirstStepsPanel {...steps} />}
      <div className={styles.columns}>
        {isNew ? null : (
          <div className={styles.work}>
            <LeadPanel missions={props.led} />
            {writes.length > 0 ? <WaitingPanel writes={writes} /> : null}
            <StreamPanel />
          </div>
        )}
        <div className={styles.around}>
          {mayRead && !isNew ? (
            <>
              <MissionCards
                missions={missions}
                left={props.left}
                any={hasMissions}
                mayCreate={props.mayCreate}
              />
              <RemediationPanel userId={user.id} />
              <CoveragePanel coverage={props.coverage} />
            </>
          ) : null}
          {isNew && engagements?.length === 0 ? null : <EngagementsPanel engagements={engagements} />}
        </div>
      </div>
    </Stack>
  );
}
