import type { Mission } from '../../../server/missions/contract.ts';
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

export function ProgressLegend({ counts }: { counts: Counts }) {
  return (
    <div className={styles.legend} aria-hidden>
      <span data-part="reviewed">{counts.reviewed_by_blue} reviewed</span>
      <span data-part="executed">{counts.executed} executed</span>
      <span data-part="passed">{counts.skipped + counts.blocked} skipped or blocked</span>
      <span data-part="pending">{counts.pending} pending</span>
    </div>
  );
}

function describeProgress(counts: Counts): string {
  return `${counts.tests} tests: ${counts.reviewed_by_blue} reviewed, ${counts.executed} executed, ${
    counts.skipped + counts.blocked
  } skipped or blocked, ${counts.pending} pending`;
}
