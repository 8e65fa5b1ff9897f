import { wasRun } from '../../../domain/missions.ts';
import type { Mission, TestSummary } from '../../../server/missions/contract.ts';
import { t } from '../../words.ts';
import { useIsPart, useOfSeen } from './hiding/hidden-tests.ts';
import styles from './progress.module.css';

type Counts = Mission['counts'];
type Counted = Pick<Mission, 'counts' | 'members' | 'visibility'>;

/** Progress of a mission: reviewed, executed, and skipped or blocked, of all its tests that one sees. */
export function Progress({ mission }: { mission: Counted }) {
  const { counts } = mission;
  const said = useOfSeen()(mission, describeProgress(counts));
  const toWidth = (count: number) => ({ width: `${(100 * count) / Math.max(1, counts.tests)}%` });
  return (
    <div className={styles.bar} role="img" aria-label={said} title={said}>
      <span className={styles.reviewed} style={toWidth(counts.reviewed_by_blue)} />
      <span className={styles.executed} style={toWidth(counts.executed)} />
      <span className={styles.passed} style={toWidth(counts.skipped + counts.blocked)} />
    </div>
  );
}

/** Describes the progress of a mission in a few words, of the tests that one sees. */
export function useDescribeCounts(): (mission: Counted) => string {
  const isPart = useIsPart();
  const ofSeen = useOfSeen();
  return (mission) =>
    isPart(mission) && mission.counts.tests === 0
      ? t('shared.nothing_shown')
      : ofSeen(mission, describeCounts(mission.counts));
}

/** Progress in a few words; executed includes reviewed. */
function describeCounts({ tests, executed, reviewed_by_blue }: Counts): string {
  return tests === 0
    ? t('missions.no_tests_yet')
    : t('missions.executed_executed_reviewedbyblue_reviewed', {
        executed: executed + reviewed_by_blue,
        reviewedbyblue: reviewed_by_blue,
      });
}

/** Progress of some of a mission's tests, in words. */
export function describeTests(tests: readonly TestSummary[]): string {
  const executed = tests.filter(({ status }) => wasRun(status)).length;
  const reviewed = tests.filter(({ status }) => status === 'reviewed_by_blue').length;
  return t('missions.tests_progress', { count: tests.length, executed, reviewed });
}

function describeProgress(counts: Counts): string {
  const { tests, skipped, blocked, pending } = counts;
  return t('missions.tests_tests_counts_skipped_skipped_blocked', {
    tests,
    counts: describeCounts(counts),
    skipped,
    blocked,
    pending,
  });
}
