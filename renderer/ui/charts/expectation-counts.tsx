import { Fragment } from 'react';
import type { FigureKey } from '../../../domain/counted-tests.ts';
import type { ExpectationCounts as Counts } from '../../../domain/figures.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';
import { CountLink } from './count-link.tsx';

type Props = { counts: Counts; toTests: (figure: FigureKey) => string };

const counted = [
  ['met', 'expectation_met'],
  ['not_met', 'expectation_missed'],
  ['open', 'expectation_open'],
] as const satisfies [keyof Counts, FigureKey][];

/** Whether anything is expected. */
export const isExpected = ({ met, not_met, open }: Counts): boolean => met + not_met + open > 0;

/** Numbers of expectations, each leading to the tests that have one of them. */
export function ExpectationCounts({ counts, toTests }: Props) {
  return counted
    .filter(([key]) => counts[key] > 0)
    .map(([key, figure], index) => (
      <Fragment key={key}>
        {index === 0 ? '' : ', '}
        <CountLink to={toTests(figure)} count={null}>
          {t(`charts.expectations.${key}`, { count: counts[key] })}
        </CountLink>
      </Fragment>
    ));
}

/** The same as a sentence; empty when nothing is expected. */
export function ExpectationSentence({ counts, toTests }: Props) {
  if (!isExpected(counts)) return null;
  return rich('charts.expectations', { parts: <ExpectationCounts counts={counts} toTests={toTests} /> });
}
