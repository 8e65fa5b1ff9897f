import type { SimulationCounts } from '../../../server/engagements/contract.ts';
import { t } from '../../words.ts';
import styles from './simulation-progress.module.css';

/** Progress of an engagement's simulations. */
export function SimulationProgress({ counts }: { counts: SimulationCounts }) {
  const toWidth = (count: number) => ({ width: `${(100 * count) / Math.max(1, counts.simulations)}%` });
  const words = t('engagements.simulations_simulations_done_done_reviewrequ', {
    simulations: counts.simulations,
    done: counts.done,
    reviewrequired: counts.review_required,
    inprogress: counts.in_progress,
    pending: counts.pending,
  });
  return (
    <div className={styles.bar} role="img" aria-label={words} title={words}>
      <span className={styles.done} style={toWidth(counts.done)} />
      <span className={styles.review} style={toWidth(counts.review_required)} />
      <span className={styles.running} style={toWidth(counts.in_progress)} />
    </div>
  );
}
