import { Text } from '@mantine/core';
import { factKinds } from '../../../domain/outcomes.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { CoverageSummary } from '../../../server/missions/overview/contract.ts';
import { kindName } from '../../ui/fact-words.ts';
import styles from './outcome-glance.module.css';

/** Of each kind that something is known of, how often it was seen, partly and not. */
export function KindsGlance({ coverage: { tests, outcomes, levels } }: { coverage: CoverageSummary }) {
  const known = factKinds.filter((kind) => outcomes[kind] !== undefined);
  if (known.length === 0) return null;
  const colorOf = (key: DetectionLevel['key']) =>
    levels.find(({ level }) => level?.key === key)?.level?.color;
  return (
    <ul className={styles.kinds} aria-label="By kind">
      {known.map((kind) => {
        const { yes = 0, partial = 0, no = 0 } = outcomes[kind] ?? {};
        const unknown = tests.run - yes - partial - no;
        const parts = [
          { key: 'yes', tests: yes, color: colorOf('prevented') },
          { key: 'partial', tests: partial, color: colorOf('logged') },
          { key: 'no', tests: no, color: colorOf('not_detected') },
        ];
        const words = `${yes} yes, ${partial} partly, ${no} no, ${unknown} not known`;
        return (
          <li key={kind} title={words}>
            <span className={styles.name}>{kindName[kind]}</span>
            <span className={styles.bar} role="img" aria-label={`${kindName[kind]}: ${words}`}>
              {parts.map((part) => (
                <span
                  key={part.key}
                  data-part={part.key}
                  style={{ width: `${(100 * part.tests) / tests.run}%`, backgroundColor: part.color }}
                />
              ))}
            </span>
            <span className={styles.counts} aria-hidden>
              {yes + partial} of {yes + partial + no}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** How many of the tests of which something is expected have come to it. */
export function ExpectationsGlance({ coverage: { expectations } }: { coverage: CoverageSummary }) {
  const { met, missed, open } = expectations;
  if (met + missed + open === 0) return null;
  return (
    <Text size="sm">
      Expectations: {met} met, <strong>{missed} missed</strong>, {open} open
    </Text>
  );
}
