import { useMemo } from 'react';
import { keptVerdicts } from '../../../../domain/expectations.ts';
import { factKinds, factResults } from '../../../../domain/outcomes.ts';
import type { TestSummary } from '../../../../server/missions/contract.ts';
import { t } from '../../../words.ts';
import { FactMark } from '../../facts/outcome-marks.tsx';
import type { Row } from '../arrangement/rows.ts';
import { VerdictMark } from '../expectations/verdict-mark.tsx';
import styles from './marks-legend.module.css';

/** Explains the letters and icons in these rows; empty if there are none. */
export function MarksLegend({ rows }: { rows: readonly Row[] }) {
  const { kinds, results, verdicts } = useMemo(() => listMarks(rows.map(({ test }) => test)), [rows]);
  if (kinds.length === 0 && verdicts.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label={t('tests.legend')}>
      {kinds.map((kind) => (
        <li key={kind}>
          <FactMark kind={kind} result="yes" /> {t(`names.fact_kind.${kind}`)}
        </li>
      ))}
      {results.map((result) => (
        <li key={result}>
          <FactMark kind={null} result={result} /> {t(`names.fact_result.${result}`)}
        </li>
      ))}
      {verdicts.map((verdict) => (
        <li key={verdict}>
          <span aria-hidden>
            <VerdictMark verdict={verdict} />
          </span>
          {t(`tests.legend.${verdict}`)}
        </li>
      ))}
    </ul>
  );
}

/** Each kind, result and verdict that occurs among these tests. */
function listMarks(tests: readonly Pick<TestSummary, 'outcome' | 'expectation_met'>[]) {
  const found = new Set<string>();
  for (const { outcome, expectation_met } of tests) {
    found.add(expectation_met);
    for (const kind of factKinds) {
      const result = outcome?.[kind];
      if (result !== undefined) found.add(kind).add(result);
    }
  }
  return {
    kinds: factKinds.filter((kind) => found.has(kind)),
    results: factResults.filter((result) => found.has(result)),
    verdicts: keptVerdicts.filter((verdict) => found.has(verdict)),
  };
}
