import { wasRun } from '../../../domain/missions.ts';
import type { Mission, TestSummary } from '../../../server/missions/contract.ts';
import styles from './progress.module.css';

type Counts = Mission['counts'];

/** How far a mission is: reviewed, executed, and passed over, of all its tests. */
export function Progress({ counts }: { counts: Counts }) {
  const toWidth = (count: number) => ({ width: `${(100 * count) / Math.max(1, counts.tests)}%` });
  return (
    <div
      className={styles.bar}
      role="img"
      aria-label={describeProgress(counts)}
      title={describeProgress(counts)}
    >
      <span className={styles.reviewed} style={toWidth(counts.reviewed_by_blue)} />
      <span className={styles.executed} style={toWidth(counts.executed)} />
      <span className={styles.passed} style={toWidth(counts.skipped + counts.blocked)} />
    </div>
  );
}

/** In a few words; what was executed counts whether it was reviewed or not. */
export function describeCounts({ tests, executed, reviewed_by_blue }: Counts): string {
  return tests === 0
    ? 'No tests yet'
    : `${executed + reviewed_by_blue} executed, ${reviewed_by_blue} reviewed`;
}

/** The same of some of its tests. */
export function describeTests(tests: readonly TestSummary[]): string {
  const executed = tests.filter(({ status }) => wasRun(status)).length;
  const reviewed = tests.filter(({ status }) => status === 'reviewed_by_blue').length;
  return `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}, ${executed} executed, ${reviewed} reviewed`;
}

function describeProgress(counts: Counts): string {
  const { tests, skipped, blocked, pending } = counts;
  return `${tests} tests: ${describeCounts(counts)}, ${skipped} skipped, ${blocked} could not run, ${pending} pending`;
}
