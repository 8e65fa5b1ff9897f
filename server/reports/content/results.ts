import {
  describeDuration,
  describeRate,
  type HeadlineRate,
  listBeside,
  listHeadline,
} from '../../../domain/charts/figure-words.ts';
import { describeExpected } from '../../../domain/expectation-words.ts';
import {
  type DetectionLimit,
  detectionLimits,
  type Figures,
  type LevelCounts,
  questionAnswers,
  type Rate,
  type TimeFigure,
  type WithinRate,
} from '../../../domain/figures.ts';
import { decidingKinds, detectionCategories, factKinds, severities } from '../../../domain/outcomes.ts';
import { timedKinds } from '../../../domain/score.ts';
import type { RunBrief } from '../../../domain/test-gaps.ts';
import type { Wording } from '../dates.ts';
import type { ReportModel, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import { describeDelay } from './tests.ts';
import { joinWords, type Words } from './words.ts';

const limits = Object.keys(detectionLimits) as DetectionLimit[];

type NamedRate = readonly [name: string, rate: Rate];

/** The four headline figures, over the judged tests. */
export function listHeadlineOf({ figures }: ReportModel, wording: Wording): HeadlineRate[] {
  return listHeadline(figures, figures.first, wording);
}

/** Words next to a headline figure. */
export function describeBeside({ figures }: ReportModel, figure: HeadlineRate, wording: Wording): string {
  return listBeside(figure, figures, wording).join(', ');
}

/** Every rate: the headline rates, and those for the other time limits. */
export function listRates(figures: Figures, wording: Wording): NamedRate[] {
  return [
    ...listHeadline(figures, null, wording)
      .filter(({ key }) => key !== 'within_1h')
      .map(({ name, rate }): NamedRate => [name, rate]),
    ...listWithinRates(figures, wording),
  ];
}

/** The rates of tests that were detected within each limit. */
export function listWithinRates(figures: Figures, { t }: Wording): NamedRate[] {
  return limits.map((limit) => [
    t('reports.rate.within', { limit: t(`names.detection_limit.${limit}`) }),
    figures.within[limit],
  ]);
}

/** Number of tests detected within each limit; empty when none is judged. */
export function listWithin(
  { within }: Figures,
  { t }: Wording,
): (readonly [name: string, rate: WithinRate])[] {
  if (limits.every((limit) => within[limit].N === 0)) return [];
  return limits.map((limit) => [
    t('reports.within', { limit: t(`names.detection_limit.${limit}`) }),
    within[limit],
  ]);
}

/** Distribution of times to detect; null when there are too few. */
export function describeSpread({ times }: Figures, wording: Wording): string | null {
  const { median_s, p90_s, n } = times.detection;
  if (median_s === null || p90_s === null || n < 2) return null;
  const median = describeDuration(median_s, wording);
  const most = describeDuration(p90_s, wording);
  return median === most
    ? wording.t('reports.within.most', { most })
    : wording.t('reports.within.spread', { median, most });
}

/** Names of retested tests with better or worse outcomes. */
export function listRunChanges(
  { figures: { changes } }: ReportModel,
  wording: Wording,
): { title: string; tests: string[] }[] {
  const { t } = wording;
  const describe = ({ class: found, seconds }: RunBrief) => {
    const name = t(`names.outcome.${found ?? 'open'}`);
    return seconds === null
      ? name
      : t('reports.runs.class', { class: name, time: describeDuration(seconds, wording) });
  };
  return (['improved', 'worse'] as const).flatMap((change) =>
    changes[change].length === 0
      ? []
      : [
          {
            title: t(`reports.runs.${change}`),
            tests: changes[change].map(({ test, first, latest }) =>
              t('reports.runs.changed', {
                test: test.name,
                first: describe(first),
                latest: describe(latest),
              }),
            ),
          },
        ],
  );
}

export function writeSeconds(seconds: number | null, wording: Wording): string {
  return seconds === null ? '–' : describeDuration(seconds, wording);
}

/** Basis of the figures: share of judged tests, open questions, and times that do not count. */
export function describeBasis({ model: { figures }, wording }: Source): string {
  const { t } = wording;
  const { odd, unconfirmed, attempted: run, tests, open_questions: open } = figures;
  const waiting = decidingKinds.flatMap((kind) =>
    open[kind] === 0
      ? []
      : [t('reports.basis.open', { kind: t(`names.fact_kind.${kind}`), count: open[kind] })],
  );
  return [
    t('reports.basis', { run, tests }),
    t('charts.judged_of', { judged: figures.judged, attempted: figures.attempted }),
    ...waiting,
    ...(odd > 0 ? [t('charts.odd', { count: odd })] : []),
    ...(unconfirmed > 0 ? [t('charts.unconfirmed', { count: unconfirmed })] : []),
    t('charts.chosen'),
  ].join(' ');
}

/** A row for each kind of fact: the answers to its question. */
export function listQuestions(
  { questions }: Figures,
  { t, number }: Wording,
): [kind: string, ...counts: string[]][] {
  return factKinds.map((kind) => [
    t(`names.fact_kind.${kind}`),
    ...questionAnswers.map((answer) => number(questions[kind][answer])),
  ]);
}

export function listTimeHeads({ t }: Wording): [string, ...string[]] {
  return [
    t('reports.times.from_execution'),
    t('reports.times.median'),
    t('reports.times.most'),
    t('reports.tests'),
    t('reports.times.without'),
  ];
}

/** A row with the columns of `listTimeHeads` for each time, including those of partial detections if there are any. */
export function listTimes({ times, partial_times }: Figures, wording: Wording) {
  const { t, number } = wording;
  const toRow = (name: string, { median_s, p90_s, n, without }: TimeFigure) =>
    [
      name,
      writeSeconds(median_s, wording),
      writeSeconds(p90_s, wording),
      number(n),
      number(without),
    ] as const;
  return timedKinds.flatMap((kind) => {
    const name = t(`names.timed_kind.${kind}`);
    const partial = partial_times[kind];
    return [
      toRow(name, times[kind]),
      ...(partial.n + partial.without === 0
        ? []
        : [toRow(t('charts.times.partial', { kind: name }), partial)]),
    ];
  });
}

/** Number of tests in each category of detection; without empty ones. */
export function listCategories({ categories }: Figures, { t }: Wording): [name: string, tests: number][] {
  return detectionCategories.flatMap((category) =>
    categories[category] === 0 ? [] : [[t(`names.category.${category}`), categories[category]]],
  );
}

/** Outcomes of tests by reported severity, highest first; without unused severities. */
export function listSeverities(
  { severities: of }: ReportModel['figures'],
  { t }: Wording,
): [name: string, LevelCounts][] {
  return severities.toReversed().flatMap((severity) => {
    const isAny = Object.values(of[severity]).some((count) => count > 0);
    return isAny ? [[t(`names.severity.${severity}`), of[severity]]] : [];
  });
}

type Group = {
  of: 'scenario' | 'tactic' | 'technique';
  title: string;
  first: string;
  /** `key` is an id, or an external id; `said` names the row in plain text. */
  rows: { key: string; said: string; name: Words; of: Figures }[];
};

/** Figures of the parts of a mission; without empty groups. */
export function groupFigures(
  { by_scenario, by_tactic, by_technique }: ReportModel['figures'],
  { t }: Wording,
): Group[] {
  const groups: Group[] = [
    {
      of: 'scenario',
      title: t('reports.by_scenario'),
      first: t('reports.scenario'),
      rows: by_scenario.map(({ scenario, ...of }) => ({
        key: scenario.id,
        said: scenario.name,
        name: { name: scenario.name },
        of,
      })),
    },
    {
      of: 'tactic',
      title: t('reports.by_tactic'),
      first: t('reports.tactic'),
      rows: by_tactic.map(({ tactic, ...of }) => ({
        key: tactic.external_id,
        said: tactic.name,
        name: { name: tactic.name },
        of,
      })),
    },
    {
      of: 'technique',
      title: t('reports.by_technique'),
      first: t('reports.technique'),
      rows: by_technique.map(({ technique, ...of }) => ({
        key: technique.external_id,
        said: technique.external_id,
        name: [{ strong: technique.external_id }, ' ', { name: technique.name }],
        of,
      })),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** A rate without its percentage. */
export function shortRate({ n, N }: Rate, { t }: Wording): string {
  return N === 0 ? '–' : t('reports.rate.short', { n, of: N });
}

type Change = NonNullable<ReportModel['change']>;

/** The mission with which a mission is compared. */
export function describeChange({ mission }: Change, { wording }: Source): Words {
  return wording.tell('reports.change.against', {
    mission: { name: mission.name },
    day: wording.dayOf(mission.date),
  });
}

/** Changes of the tests of both missions, without empty ones. */
export function listChanges({ tests }: Change, { t }: Wording): (readonly [name: string, count: number])[] {
  return (['improved', 'worse', 'same', 'open', 'new', 'gone'] as const).flatMap((change) =>
    tests[change] > 0 ? [[t(`reports.change.${change}`), tests[change]] as const] : [],
  );
}

/** Names of tests that got worse; null for none. */
export function describeWorse({ tests: { worse_tests } }: Change, { t }: Wording): string | null {
  if (worse_tests.length === 0) return null;
  return t('charts.trend.worse', { tests: worse_tests.map(({ test }) => test.name).join(', ') });
}

/** Names of tests that got better; null for none. */
export function describeImproved({ tests: { improved_tests = [] } }: Change, { t }: Wording): string | null {
  if (improved_tests.length === 0) return null;
  return t('reports.change.improved_tests', {
    tests: improved_tests.map(({ test }) => test.name).join(', '),
  });
}

/** The figures of the tests common to both missions, in each. */
export function compareFigures(
  { tests: { common } }: Change,
  wording: Wording,
): [name: string, string, string][] {
  const now = listHeadline(common.now, null, wording);
  return listHeadline(common.before, null, wording).map(({ name, rate }, index) => [
    name,
    describeRate(rate, wording),
    describeRate((now[index] as HeadlineRate).rate, wording),
  ]);
}

type Expectation = ReportTest['expectations'][number];

/** Expected outcome. */
export function describeExpectation(
  { tools, rules = [], ...expected }: Expectation,
  wording: Wording,
): Words {
  const parts: Words[] = [describeExpected(expected, wording)];
  if (tools.length > 0) {
    parts.push(wording.tell('reports.expectations.by', { tools: nameAll(tools, 'or', wording) }));
  }
  if (rules.length > 0) {
    const named = rules.map(({ rule_id, rule_name }) => ({ name: rule_name ?? rule_id ?? '' }));
    parts.push(wording.tell('reports.expectations.by', { tools: nameAll(named, 'and', wording) }));
  }
  return joinWords(parts, ', ');
}

/** Actual outcome. */
export function describeActual(
  { outcome, executed_at }: ReportTest,
  { kind }: Expectation,
  wording: Wording,
): Words {
  const actual = outcome?.[kind] ?? null;
  if (actual === null) return '–';
  const delay = describeDelay(executed_at, actual.at, wording);
  return joinWords(
    [
      wording.t(`names.fact_result.${actual.result}`),
      ...(delay === null ? [] : [delay]),
      ...(actual.tools.length === 0 ? [] : [nameAll(actual.tools, 'and', wording)]),
    ],
    ', ',
  );
}

function nameAll(tools: readonly { name: string }[], link: 'and' | 'or', { tell }: Wording): Words {
  return tools
    .map(({ name }): Words => ({ name }))
    .reduce((one, other) => tell(`reports.tools.${link}`, { one, other }));
}

type Moment = ReportModel['timeline'][number];

/** Event at a moment of the timeline. */
export function describeMoment({ event, result }: Moment, { t }: Wording): string {
  const name = event === 'executed' ? t('reports.event.executed') : t(`names.fact_kind.${event}`);
  return result === 'partial' ? t('reports.event.partly', { event: name }) : name;
}
