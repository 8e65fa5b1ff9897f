import {
  describeExpectations,
  describeRate,
  describeTimes,
  shareOf,
} from '../../../domain/charts/figure-words.ts';
import { outcomeOrder } from '../../../domain/charts/words.ts';
import {
  type DetectionLimit,
  detectionLimits,
  type Headline,
  type Rate,
  toLevelCounts,
} from '../../../domain/figures.ts';
import type { memberHints } from '../../../domain/missions.ts';
import { severities } from '../../../domain/outcomes.ts';
import { reportKinds, reportSections } from '../../../domain/reports.ts';
import { timedKinds } from '../../../domain/score.ts';
import { describePeriod } from '../content/document.ts';
import { listUnresolved } from '../content/remediations.ts';
import type { Source } from '../content/source.ts';
import { toRich } from './report.ts';
import type { Data } from './values.ts';

/** Distinct keys of the sections of any kind of report. */
export const sectionKeys: readonly string[] = [
  ...new Set(reportKinds.flatMap((kind) => reportSections[kind].map(({ key }) => key))),
];

/** Keys of sections written by the lead. */
const writtenKeys = [
  ...new Set(
    reportKinds.flatMap((kind) =>
      reportSections[kind].filter(({ hint }) => hint !== null).map(({ key }) => key),
    ),
  ),
];

const limits = Object.keys(detectionLimits) as DetectionLimit[];
const rateKeys = ['stopped_or_detected', 'prevented', 'missed', ...limits.map((limit) => `within_${limit}`)];
const counted = [
  'gaps',
  'findings',
  'strengths',
  'remediations',
  'scenarios',
  'techniques',
  'evidence',
  'tools',
];

/** Texts available anywhere, by subject. */
export const nameGroups = {
  document: [
    'title',
    'kind',
    'version',
    'classification',
    'draft',
    'issued',
    'issued_on',
    'issued_by',
    'author',
    'data_as_of',
    'time_zone',
    'language',
    'generator',
    'report_id',
  ],
  mission: [
    'mission',
    'organisation',
    'client',
    'description',
    'period',
    'start_date',
    'end_date',
    'lead',
    'red_team',
    'blue_team',
    'observers',
    'retest_of',
    'catalog_version',
    'earlier_mission',
  ],
  written: ['summary', ...writtenKeys.map((key) => `text.${key}`)],
  figures: [
    'tests.n',
    'attempted',
    'judged',
    'not_judged',
    ...outcomeOrder.map((key) => `class.${key}`),
    ...rateKeys.flatMap(nameRate),
    'expectations.met_of',
    'expectations.met',
    'expectations.not_met',
    'expectations.open',
    ...timedKinds.map((kind) => `time.${kind}`),
  ],
  counts: [
    ...counted.map((name) => `${name}.n`),
    'remediations.open.n',
    ...severities.map((severity) => `findings.${severity}.n`),
  ],
} as const;

function nameRate(key: string): string[] {
  return [
    key,
    `${key}.n`,
    `${key}.of`,
    `${key}.percent`,
    `${key}.first`,
    `${key}.first.n`,
    `${key}.first.of`,
  ];
}

/** Takes the source of a report, returns the texts of `nameGroups` except those of `document`. */
export function fillNames(source: Source): Data {
  const { model, wording } = source;
  const { mission, sections, figures } = model;
  const { number } = wording;
  const day = (date: string | null) => (date === null ? null : wording.day(date));
  const namesOf = (hint: (typeof memberHints)[number]) =>
    mission.members
      .filter(({ role_hint }) => role_hint === hint)
      .map(({ name }) => name)
      .join(', ') || null;
  const written = Object.fromEntries(
    writtenKeys.map((key) => [
      `text.${key}`,
      toRich(sections.find((section) => section.key === key)?.text ?? null),
    ]),
  );
  const {
    expectations: { met, not_met, open },
  } = figures;
  return {
    mission: mission.name,
    organisation: mission.organisation,
    client: mission.client,
    description: toRich(mission.description),
    period: describePeriod(source),
    start_date: day(mission.start_date),
    end_date: day(mission.end_date),
    lead: namesOf('lead'),
    red_team: namesOf('red'),
    blue_team: namesOf('blue'),
    observers: namesOf('observer'),
    retest_of: mission.retest_of,
    catalog_version: mission.catalog_version,
    earlier_mission: model.change?.mission.name ?? null,
    ...written,
    summary: written['text.summary'] ?? null,
    'tests.n': number(figures.tests),
    attempted: number(figures.attempted),
    judged: number(figures.judged),
    not_judged: number(figures.not_judged),
    ...Object.fromEntries(
      Object.entries(toLevelCounts(figures)).map(([key, count]) => [`class.${key}`, number(count)]),
    ),
    ...fillRates(source),
    'expectations.met_of': describeExpectations(figures.expectations, wording),
    'expectations.met': number(met),
    'expectations.not_met': number(not_met),
    'expectations.open': number(open),
    ...Object.fromEntries(
      timedKinds.map((kind) => [`time.${kind}`, describeTimes(figures.times[kind], wording)]),
    ),
    ...Object.fromEntries(
      Object.entries(countAll(source)).map(([name, count]) => [`${name}.n`, number(count)]),
    ),
  };
}

function fillRates({ model: { figures }, wording }: Source): Data {
  const { number } = wording;
  const pick = (of: Headline): Record<string, Rate> => ({
    stopped_or_detected: of.stopped_or_detected,
    prevented: of.prevented,
    missed: of.missed,
    ...Object.fromEntries(limits.map((limit) => [`within_${limit}`, of.within[limit]])),
  });
  const first = pick(figures.first ?? figures);
  return Object.fromEntries(
    Object.entries(pick(figures)).flatMap(([key, rate]) => {
      const before = first[key] ?? rate;
      const percent = shareOf(rate);
      return [
        [key, describeRate(rate, wording)],
        [`${key}.n`, number(rate.n)],
        [`${key}.of`, number(rate.N)],
        [`${key}.percent`, percent === null ? null : wording.t('charts.percent', { percent })],
        [`${key}.first`, describeRate(before, wording)],
        [`${key}.first.n`, number(before.n)],
        [`${key}.first.of`, number(before.N)],
      ];
    }),
  );
}

function countAll(source: Source): Record<string, number> {
  const { model, tests } = source;
  const findings = model.findings ?? [];
  const runs = tests.flatMap((test) => [test, ...test.closed_runs]);
  return {
    gaps: model.gaps.length,
    findings: findings.length,
    ...Object.fromEntries(
      severities.map((severity) => [
        `findings.${severity}`,
        findings.filter((finding) => finding.severity === severity).length,
      ]),
    ),
    strengths: model.strengths.length,
    remediations: model.remediations.length,
    'remediations.open': listUnresolved(source).length,
    scenarios: model.scenarios.length,
    techniques: model.techniques.length,
    evidence: runs.reduce((sum, { evidence }) => sum + evidence.length, 0),
    tools: model.tools.length,
  };
}
