import { describeDuration, describeRate } from '../../../domain/charts/figure-words.ts';
import { limitName, timeName } from '../../../domain/charts/words.ts';
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
import { categoryName, kindName, resultName } from '../../../domain/words.ts';
import type { ReportModel, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import { describeDelay } from './tests.ts';
import { joinNames, joinWords, type Words } from './words.ts';

const rateName = {
  prevention: 'Prevented',
  detection: 'Detected',
  visibility: 'Visible',
  response: 'Responded',
  missed: 'Missed',
} as const;
const rateNames = Object.keys(rateName) as (keyof typeof rateName)[];
const limits = Object.keys(detectionLimits) as DetectionLimit[];

type NamedRate = readonly [name: string, rate: Rate];

function listExpected({ expectations }: Figures): NamedRate[] {
  return expectations === null ? [] : [['As expected', expectations]];
}

/** The most important rates. */
export function listHeadline(figures: Figures): NamedRate[] {
  const named = (['prevention', 'detection', 'missed'] as const).map(
    (name): NamedRate => [rateName[name], figures[name]],
  );
  return [...named, ...listExpected(figures)];
}

/** Every rate. */
export function listRates(figures: Figures): NamedRate[] {
  return [
    ...rateNames.map((name): NamedRate => [rateName[name], figures[name]]),
    ...listExpected(figures),
    ...limits.map((limit): NamedRate => [`Detected within ${limitName[limit]}`, figures.within[limit]]),
  ];
}

/** How many were detected within each limit; empty where of none it is known. */
export function listWithin({ within }: Figures): NamedRate[] {
  if (limits.every((limit) => within[limit].N === 0)) return [];
  return limits.map((limit) => [`Within ${limitName[limit]}`, within[limit]]);
}

/** In what time tests were detected; null where there are too few to say. */
export function describeSpread({ times }: Figures): string | null {
  const { median_s, p90_s, n } = times.detection;
  if (median_s === null || p90_s === null || n < 2) return null;
  return `Of those that were detected, half were within ${describeDuration(median_s)}, and nine of ten within ${describeDuration(p90_s)}.`;
}

export function writeSeconds(seconds: number | null): string {
  return seconds === null ? '–' : describeDuration(seconds);
}

/** What the figures rest on. */
export function describeBasis({ model: { figures }, wording: { number } }: Source): string {
  const { basis, skew } = figures;
  return `${number(figures.attempted)} of ${number(figures.tests)} tests were run, ${number(figures.scored)} are scored${
    basis.level > 0 ? `, ${number(basis.level)} of them by an outcome alone` : ''
  }.${skew > 0 ? ` Of ${number(skew)} something was seen before the execution: one of the clocks is wrong, and these times are left out.` : ''}`;
}

export const timeHeads = [
  'From the execution to',
  'Median',
  '90 % within',
  'Tests',
  'Without a time',
] as const;

/** A row of `timeHeads` for each time. */
export function listTimes({ times }: Figures, { number }: Source['wording']) {
  return timedKinds.map((kind) => {
    const { median_s, p90_s, n, without } = times[kind];
    return [timeName[kind], writeSeconds(median_s), writeSeconds(p90_s), number(n), number(without)] as const;
  });
}

/** How many tests have each category of detection; without those that none has. */
export function listCategories({ categories }: Figures): [name: string, tests: number][] {
  return detectionCategories.flatMap((category) =>
    categories[category] === 0 ? [] : [[categoryName[category], categories[category]]],
  );
}

/** What became of tests by the severity that was reported, the highest first; without severities that none has. */
export function listSeverities({ severities: of }: ReportModel['figures']): [name: string, LevelCounts][] {
  return severities.toReversed().flatMap((severity) => {
    const isAny = Object.values(of[severity]).some((count) => count > 0);
    return isAny ? [[`${severity.charAt(0).toUpperCase()}${severity.slice(1)}`, of[severity]]] : [];
  });
}

type Group = { title: string; first: string; rows: { name: Words; of: Figures }[] };

/** Figures of the parts of a mission; without groups that there are none of. */
export function groupFigures({ by_scenario, by_tactic, by_technique }: ReportModel['figures']): Group[] {
  const groups: Group[] = [
    {
      title: 'By scenario',
      first: 'Scenario',
      rows: by_scenario.map(({ scenario, ...of }) => ({ name: { name: scenario.name }, of })),
    },
    {
      title: 'By tactic',
      first: 'Tactic',
      rows: by_tactic.map(({ tactic, ...of }) => ({ name: { name: tactic.name }, of })),
    },
    {
      title: 'By technique',
      first: 'Technique',
      rows: by_technique.map(({ technique, ...of }) => ({
        name: [{ strong: technique.external_id }, ' ', { name: technique.name }],
        of,
      })),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** A rate without its share. */
export function shortRate({ n, N }: Rate): string {
  return N === 0 ? '–' : `${n} of ${N}`;
}

type Change = NonNullable<ReportModel['change']>;

/** Against what a mission is compared. */
export function describeChange({ mission }: Change, { wording }: Source): Words {
  return [
    'Against ',
    { name: mission.name },
    ` of ${wording.dayOf(mission.date)}, test by test. New and harder tests do not read as decay.`,
  ];
}

/** What became of the tests of both missions, without what none did. */
export function listChanges({ tests }: Change): (readonly [name: string, count: number])[] {
  const counts = [
    ['Better', tests.improved],
    ['Worse', tests.worse],
    ['The same', tests.same],
    ['Not compared', tests.open],
    ['New', tests.new],
    ['Not run again', tests.gone],
  ] as const;
  return counts.filter(([, count]) => count > 0);
}

/** The figures of both missions. */
export function compareFigures({ figures: before }: Change, now: Figures): [name: string, string, string][] {
  const hour = `Detected within ${limitName['1h']}`;
  return [
    ...rateNames.map((name): [string, string, string] => [
      rateName[name],
      describeRate(before[name]),
      describeRate(now[name]),
    ]),
    [hour, describeRate(before.within['1h']), describeRate(now.within['1h'])],
    [
      'Median time to detection',
      writeSeconds(before.times.detection.median_s),
      writeSeconds(now.times.detection.median_s),
    ],
  ];
}

export function describeMethod({ mission }: ReportModel): string {
  const version =
    mission.catalog_version === null
      ? ''
      : ` Techniques are those of MITRE ATT&CK, version ${mission.catalog_version}.`;
  return `Red runs each test and records what was run, where and when; blue records what the defence did. Both see the same record. The latest run of a test counts.${version}`;
}

/** What each outcome means, in the order of charts. */
export const outcomeTerms: readonly (readonly [key: keyof LevelCounts, meaning: string])[] = [
  ['prevented', 'The activity was stopped.'],
  ['alerted', 'An alert was raised.'],
  ['logged', 'The activity is in the logs, and nobody was told.'],
  ['not_detected', 'Nothing in the defence saw it.'],
  ['open', 'It was run, and nobody has said yet what was seen of it.'],
];

export const figureTerms: readonly (readonly [term: string, meaning: string])[] = [
  ['Attempted', 'The test was run. What was skipped or could not be run was not attempted.'],
  ['Scored', 'Attempted, and at least one question is answered, or an outcome was given.'],
  [
    'n of N',
    'Of N scored tests of which the answer is known (yes, partly or no) n say yes. Below N = 5 there is no percentage. There is no single score.',
  ],
  ['Detected', 'An alert was raised, or an analyst found it.'],
  ['Visible', 'Prevented, alerted, logged or found by an analyst, at least in part.'],
  ['Missed', 'Neither alert nor log, and nothing prevented or found by an analyst.'],
  [
    `Within ${limits.map((limit) => limitName[limit]).join(', ')}`,
    'Detected so long after the execution, of all tests of which it is known whether they were detected: the missed are among N.',
  ],
  [
    'Times',
    'From the execution to the first sighting. The median, and the time within which 90 % were. Sightings before the execution mean that a clock was wrong; they are left out and counted.',
  ],
  ['As expected', 'What was expected of a test beforehand, against what came.'],
  [
    'Category',
    'How much a detection said, from telemetry to the technique; the highest of a test, without those after a change of configuration.',
  ],
];

/** How much of what was expected came; null where nothing was expected. */
export function describeExpectations({ expectations }: Figures): string | null {
  return expectations === null ? null : `${describeRate(expectations)} of what was expected came.`;
}

type Expectation = ReportTest['expectations'][number];

/** What was expected. */
export function describeExpectation({ tools, ...expected }: Expectation): Words {
  const parts: Words[] = [describeExpected(expected)];
  if (tools.length > 0) parts.push(['by ', nameAll(tools, ' or ')]);
  return joinWords(parts, ', ');
}

/** What came of it. */
export function describeActual({ outcome, executed_at }: ReportTest, { kind }: Expectation): Words {
  const actual = outcome?.[kind] ?? null;
  if (actual === null) return '–';
  const delay = describeDelay(executed_at, actual.at);
  return joinWords(
    [
      resultName[actual.result],
      ...(delay === null ? [] : [delay]),
      ...(actual.tools.length === 0 ? [] : [nameAll(actual.tools, ' and ')]),
    ],
    ', ',
  );
}

function nameAll(tools: readonly { name: string }[], separator: string): Words {
  return joinNames(
    tools.map(({ name }) => name),
    separator,
  );
}

type Moment = ReportModel['timeline'][number];

/** What happened at a moment of the timeline. */
export function nameEvent(event: Moment['event']): string {
  return event === 'executed' ? 'Executed' : kindName[event];
}

export function describeMoment({ event, result }: Moment): string {
  return `${nameEvent(event)}${result === 'partial' ? ', partly' : ''}`;
}
