import { describeDuration, describeRate } from '../../../domain/charts/figure-words.ts';
import { outcomeOrder } from '../../../domain/charts/words.ts';
import { describeExpected } from '../../../domain/expectation-words.ts';
import { timedKinds } from '../../../domain/figured-tests.ts';
import {
  type DetectionLimit,
  detectionLimits,
  type Figures,
  type LevelCounts,
  type Rate,
} from '../../../domain/figures.ts';
import { detectionCategories, severities } from '../../../domain/outcomes.ts';
import type { Wording } from '../dates.ts';
import type { ReportModel, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import { describeDelay } from './tests.ts';
import { joinWords, type Words } from './words.ts';

const rates = ['prevention', 'detection', 'visibility', 'response', 'missed'] as const;
const limits = Object.keys(detectionLimits) as DetectionLimit[];

type NamedRate = readonly [name: string, rate: Rate];

function listExpected({ expectations }: Figures, { t }: Wording): NamedRate[] {
  return expectations === null ? [] : [[t('reports.rate.expected'), expectations]];
}

/** The most important rates. */
export function listHeadline(figures: Figures, wording: Wording): NamedRate[] {
  const named = (['prevention', 'detection', 'missed'] as const).map(
    (rate): NamedRate => [wording.t(`reports.rate.${rate}`), figures[rate]],
  );
  return [...named, ...listExpected(figures, wording)];
}

/** Every rate. */
export function listRates(figures: Figures, wording: Wording): NamedRate[] {
  return [
    ...rates.map((rate): NamedRate => [wording.t(`reports.rate.${rate}`), figures[rate]]),
    ...listExpected(figures, wording),
    ...limits.map((limit): NamedRate => [nameWithin(limit, wording), figures.within[limit]]),
  ];
}

function nameWithin(limit: DetectionLimit, { t }: Wording): string {
  return t('reports.rate.within', { limit: t(`names.detection_limit.${limit}`) });
}

/** How many were detected within each limit; empty where of none it is known. */
export function listWithin({ within }: Figures, { t }: Wording): NamedRate[] {
  if (limits.every((limit) => within[limit].N === 0)) return [];
  return limits.map((limit) => [
    t('reports.within', { limit: t(`names.detection_limit.${limit}`) }),
    within[limit],
  ]);
}

/** In what time tests were detected; null where there are too few to say. */
export function describeSpread({ times }: Figures, wording: Wording): string | null {
  const { median_s, p90_s, n } = times.detection;
  if (median_s === null || p90_s === null || n < 2) return null;
  return wording.t('reports.within.spread', {
    median: describeDuration(median_s, wording),
    most: describeDuration(p90_s, wording),
  });
}

export function writeSeconds(seconds: number | null, wording: Wording): string {
  return seconds === null ? '–' : describeDuration(seconds, wording);
}

/** Basis of the figures. */
export function describeBasis({ model: { figures }, wording: { t } }: Source): string {
  const { basis, skew, attempted: run, tests, scored } = figures;
  const counts = { run, tests, scored };
  return [
    basis.level > 0
      ? t('reports.basis.levels', { ...counts, levels: basis.level })
      : t('reports.basis', counts),
    ...(skew > 0 ? [t('reports.basis.skew', { count: skew })] : []),
  ].join(' ');
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

/** A row of `listTimeHeads` for each time. */
export function listTimes({ times }: Figures, wording: Wording) {
  const { t, number } = wording;
  return timedKinds.map((kind) => {
    const { median_s, p90_s, n, without } = times[kind];
    return [
      t(`names.timed_kind.${kind}`),
      writeSeconds(median_s, wording),
      writeSeconds(p90_s, wording),
      number(n),
      number(without),
    ] as const;
  });
}

/** How many tests have each category of detection; without those that none has. */
export function listCategories({ categories }: Figures, { t }: Wording): [name: string, tests: number][] {
  return detectionCategories.flatMap((category) =>
    categories[category] === 0 ? [] : [[t(`names.category.${category}`), categories[category]]],
  );
}

/** Outcomes of tests by reported severity, the highest first; without unused severities. */
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
  rows: { name: Words; of: Figures }[];
};

/** Figures of the parts of a mission; without groups that there are none of. */
export function groupFigures(
  { by_scenario, by_tactic, by_technique }: ReportModel['figures'],
  { t }: Wording,
): Group[] {
  const groups: Group[] = [
    {
      of: 'scenario',
      title: t('reports.by_scenario'),
      first: t('reports.scenario'),
      rows: by_scenario.map(({ scenario, ...of }) => ({ name: { name: scenario.name }, of })),
    },
    {
      of: 'tactic',
      title: t('reports.by_tactic'),
      first: t('reports.tactic'),
      rows: by_tactic.map(({ tactic, ...of }) => ({ name: { name: tactic.name }, of })),
    },
    {
      of: 'technique',
      title: t('reports.by_technique'),
      first: t('reports.technique'),
      rows: by_technique.map(({ technique, ...of }) => ({
        name: [{ strong: technique.external_id }, ' ', { name: technique.name }],
        of,
      })),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** A rate without its share. */
export function shortRate({ n, N }: Rate, { t }: Wording): string {
  return N === 0 ? '–' : t('reports.rate.short', { n, of: N });
}

type Change = NonNullable<ReportModel['change']>;

/** Against what a mission is compared. */
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

/** The figures of both missions. */
export function compareFigures(
  { figures: before }: Change,
  now: Figures,
  wording: Wording,
): [name: string, string, string][] {
  const { t } = wording;
  return [
    ...rates.map((rate): [string, string, string] => [
      t(`reports.rate.${rate}`),
      describeRate(before[rate], wording),
      describeRate(now[rate], wording),
    ]),
    [
      nameWithin('1h', wording),
      describeRate(before.within['1h'], wording),
      describeRate(now.within['1h'], wording),
    ],
    [
      t('reports.change.median'),
      writeSeconds(before.times.detection.median_s, wording),
      writeSeconds(now.times.detection.median_s, wording),
    ],
  ];
}

export function describeMethod({ mission }: ReportModel, { t }: Wording): string {
  const { catalog_version: version } = mission;
  return [t('reports.method'), ...(version === null ? [] : [t('reports.method.version', { version })])].join(
    ' ',
  );
}

/** Meaning of each outcome, in the order of charts. */
export function listOutcomeTerms({ t }: Wording): [key: keyof LevelCounts, meaning: string][] {
  return outcomeOrder.map((key) => [key, t(`reports.outcome.${key}`)]);
}

const figureTerms = [
  'attempted',
  'scored',
  'rate',
  'detected',
  'visible',
  'missed',
  'within',
  'times',
  'expected',
  'category',
] as const;

export function listFigureTerms({ t }: Wording): [term: string, meaning: string][] {
  const named = limits.map((limit) => t(`names.detection_limit.${limit}`)).join(', ');
  return figureTerms.map((term) => [
    term === 'within' ? t('reports.term.within', { limits: named }) : t(`reports.term.${term}`),
    t(`reports.meaning.${term}`),
  ]);
}

/** How much of what was expected came; null where nothing was expected. */
export function describeExpectations({ expectations }: Figures, wording: Wording): string | null {
  if (expectations === null) return null;
  return wording.t('reports.expectations.came', { rate: describeRate(expectations, wording) });
}

type Expectation = ReportTest['expectations'][number];

/** Expected outcome. */
export function describeExpectation({ tools, ...expected }: Expectation, wording: Wording): Words {
  const parts: Words[] = [describeExpected(expected, wording)];
  if (tools.length > 0) {
    parts.push(wording.tell('reports.expectations.by', { tools: nameAll(tools, 'or', wording) }));
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
