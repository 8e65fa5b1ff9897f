import type { Expectation } from '../../../domain/expectations.ts';
import { t } from '../../words.ts';
import styles from './expectation-fields.module.css';
import { describeExpectation } from './expectation-words.ts';

/** Expected outcomes, read only. */
export function ExpectationList({ expectations }: { expectations: readonly Expectation[] }) {
  return (
    <ul className={styles.list}>
      {expectations.map((expectation) => (
        <li key={expectation.kind}>
          <strong>{t(`names.fact_kind.${expectation.kind}`)}</strong> {describeExpectation(expectation)}
        </li>
      ))}
    </ul>
  );
}
