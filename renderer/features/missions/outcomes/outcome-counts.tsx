import { Fragment } from 'react';
import type { FigureKey } from '../../../../domain/counted-tests.ts';
import { CountLink } from '../../../ui/charts/count-link.tsx';
import { t } from '../../../words.ts';
import { listParts, type Part, type SummedOutcomes } from './outcome-words.ts';

const figureOf = (key: Part['key']): FigureKey =>
  key === 'not_judged' ? 'open' : key === 'not_run' ? 'not_attempted' : key;

/** Numbers of tests by outcome, each leading to its tests. */
export function OutcomeCounts({
  outcomes,
  toTests,
}: {
  outcomes: SummedOutcomes;
  toTests: (figure: FigureKey) => string;
}) {
  return listParts(outcomes)
    .filter(({ tests }) => tests > 0)
    .map(({ key, tests }, index) => (
      <Fragment key={key}>
        {index === 0 ? '' : ', '}
        <CountLink to={toTests(figureOf(key))} count={tests}>
          {t(`results.outcome.${key}`, { count: tests })}
        </CountLink>
      </Fragment>
    ));
}
