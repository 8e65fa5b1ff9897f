import { useQuery } from '@tanstack/react-query';
import type { MissionOutcomes } from '../../../../server/missions/overview/contract.ts';
import { detectionLevels } from '../../../api/detection-levels.ts';
import styles from './outcome-bar.module.css';
import { describeExpectations, describeParts, listParts } from './outcome-words.ts';

/** What the tests of a mission have come to: the colours of the levels, the best first, and misses hatched. */
export function OutcomeBar({ outcomes }: { outcomes: MissionOutcomes | undefined }) {
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

/** The same in words below it, with what was expected; nothing before anything was run. */
export function OutcomeSummary({ outcomes }: { outcomes: MissionOutcomes }) {
  if (outcomes.tests.run === 0) return null;
  const expectations = describeExpectations(outcomes.expectations);
  return (
    <>
      <OutcomeBar outcomes={outcomes} />
      <div className={styles.words}>
        <span aria-hidden>{describeParts(listParts(outcomes))}</span>
        {expectations === null ? null : <span>Expectations: {expectations}</span>}
      </div>
    </>
  );
}
