import type { FigureKey } from '../../../domain/counted-tests.ts';
import type { ExpectationVerdict } from '../../../domain/expectations.ts';
import type { DetectionLimit, QuestionAnswer } from '../../../domain/figures.ts';
import type { FactKind, LevelKey, Severity } from '../../../domain/outcomes.ts';
import type { TimedKind } from '../../../domain/score.ts';
import type { SightedFigure } from '../../../domain/sightings.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { inSentence, t } from '../../words.ts';

const nameClass = (found: string) => t(`names.outcome.${found as LevelKey | 'open'}`);

const plain = {
  attempted: 'results.figure.attempted',
  attempted_ever: 'results.figure.attempted_ever',
  not_attempted: 'results.figure.not_attempted',
  judged: 'results.figure.judged',
  stopped_or_detected: 'names.headline.stopped_or_detected',
  odd: 'results.figure.odd',
  unconfirmed: 'results.figure.unconfirmed',
  tool_expected: 'charts.tools.expected',
  tool_came: 'charts.tools.came',
  tool_missing: 'results.figure.tool_missing',
  tool_saw: 'charts.tools.saw',
  pending: 'names.test_status.pending',
  skipped: 'names.test_status.skipped',
  blocked: 'names.test_status.blocked',
} as const satisfies Partial<Record<FigureKey, string>>;

/** Figures by the first word of their key; the remaining words select one. Any other key is a class. */
const families: Readonly<Record<string, (words: readonly string[]) => string>> = {
  within: ([limit, part]) => {
    const name = t('results.figure.within', { limit: t(`names.detection_limit.${limit as DetectionLimit}`) });
    if (part === undefined) return name;
    const value = part === 'unknown' ? t('charts.within.unknown') : t('charts.within.no');
    return t('shared.labelled', { label: name, value });
  },
  expected: ([expected = '', ...found]) =>
    t('results.figure.expected', {
      expected: inSentence(nameClass(expected)),
      class: inSentence(nameClass(found.join('_'))),
    }),
  severity: ([severity, ...found]) =>
    t('results.figure.severity', {
      severity: t(`names.severity.${severity as Severity}`),
      class: inSentence(nameClass(found.join('_'))),
    }),
  expectation: (verdict) =>
    t('shared.labelled', {
      label: t('results.figure.expectation'),
      value: t(`names.verdict.${verdict.join('_') as ExpectationVerdict}`),
    }),
  question: ([kind, ...answer]) => nameAnswer(kind, answer.join('_') as QuestionAnswer),
  open: ([kind]) => (kind === undefined ? nameClass('open') : nameAnswer(kind, 'not_answered')),
  time: ([kind]) => nameTime(kind),
  untimed: ([kind]) => t('shared.labelled', { label: nameTime(kind), value: t('charts.times.no_time') }),
  partial: ([kind, part]) => {
    const label = t('charts.times.partial', { kind: nameTime(kind) });
    return part === undefined ? label : t('shared.labelled', { label, value: t('charts.times.no_time') });
  },
};

function nameAnswer(kind: string | undefined, answer: QuestionAnswer): string {
  return t('shared.labelled', {
    label: t(`names.fact_kind.${kind as FactKind}`),
    value: t(`names.question_answer.${answer}`),
  });
}

function nameTime(kind: string | undefined): string {
  return t(`names.timed_kind.${kind as TimedKind}`);
}

/** Takes the key of a figure, returns its description. */
function nameFigure(key: FigureKey): string {
  if (key in plain) return t(plain[key as keyof typeof plain]);
  const [first = '', ...rest] = key.split('_');
  return families[first]?.(rest) ?? nameClass(key);
}

type Chosen = {
  figure: FigureKey | null;
  technique: string | null;
  /** The name of the figure's tool. */
  tool?: string | undefined;
  /** A figure of sightings. */
  sighted?: SightedFigure | null;
  runs?: 'first' | null;
};

/** Takes the filters of a list of tests (figure, technique, tool, figure of sightings, runs), returns them in words. */
export function nameChosen({ figure, technique, tool, sighted = null, runs = null }: Chosen): string {
  return [
    ...(figure === null ? [] : [nameFigure(figure)]),
    ...(sighted === null ? [] : [t(`results.figure.${sighted}`)]),
    ...(technique === null ? [] : [toVisibleText(technique)]),
    ...(tool === undefined ? [] : [toVisibleText(tool)]),
    ...(runs === null ? [] : [t('results.runs.first')]),
  ].join(' · ');
}
