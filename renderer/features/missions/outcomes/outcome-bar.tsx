import { useQuery } from '@tanstack/react-query';
import { detectionLevels } from '../../../api/catalogue/detection-levels.ts';
import styles from './outcome-bar.module.css';
import { describeParts, listParts, type SummedOutcomes } from './outcome-words.ts';

/** Outcomes of a mission's tests: in the colours of the levels, best first, with hatched misses. */
export function OutcomeBar({ outcomes }: { outcomes: SummedOutcomes | undefined }) {
  const levels = useQuery(detectionLevels);
  if (outcomes === undefined) return <div className={styles.bar} aria-hidden />;
  const parts = listParts(outcomes);
  const words = describeParts(parts);
  const colorOf = (key: string) => levels.data?.find((level) => level.key === key)?.color;
  return (
    <div className={styles.bar} role="img" aria-label={words} title={words}>
      {parts.map(({ key, tests }) => (
        <span
          key={key}
          data-part={key}
          style={{
            width: `${(100 * tests) / Math.max(1, outcomes.tests.planned)}%`,
            backgroundColor: colorOf(key),
          }}
        />
      ))}
    </div>
  );
}
