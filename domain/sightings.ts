import { type Rate, sumUpDelays, type TimeFigure } from './figures.ts';
import type { FactKind } from './outcomes.ts';
import type { Permission } from './permissions.ts';

/** Sources of a sighting: an alert of a tool, a line of a log, an anomaly, a report of somebody, or anything else. */
export const sightingKinds = ['alert', 'log', 'anomaly', 'report', 'other'] as const;
export type SightingKind = (typeof sightingKinds)[number];

/** Blue's judgement of a sighting while it doesn't know. */
export const sightingJudgements = ['open', 'benign', 'attack'] as const;
export type SightingJudgement = (typeof sightingJudgements)[number];

/** The judgement of blue, or the decision once it was compared with the tests. */
export const sightingStatuses = [...sightingJudgements, 'matched', 'not_ours'] as const;
export type SightingStatus = (typeof sightingStatuses)[number];

/** Reasons why a sighting belongs to no test. */
export const notOursReasons = ['benign', 'other_attack', 'unknown'] as const;
export type NotOursReason = (typeof notOursReasons)[number];

/** Per mission. */
export const mostSightings = 5_000;
/** Hosts, users or techniques of a sighting. */
export const mostSightingItems = 50;
/** Files of a sighting. */
export const mostSightingFiles = 50;

/** The kind of the fact that a matched sighting makes. */
export const factKindOf: Record<SightingKind, FactKind> = {
  alert: 'alerted',
  log: 'logged',
  anomaly: 'detected',
  report: 'detected',
  other: 'detected',
};

/** Takes the decision on a sighting and the judgement of blue, returns its status. */
export function statusOfSighting({
  decision,
  judgement,
}: {
  decision: 'matched' | 'not_ours' | null;
  judgement: SightingJudgement;
}): SightingStatus {
  return decision ?? judgement;
}

/** Whether a member reads the sightings of a mission: red does only if its lead has said so. */
export function readsSightings(permissions: ReadonlySet<Permission>, isVisibleToRed: boolean): boolean {
  const isRed = permissions.has('mission.write_red_fields') && !permissions.has('mission.write_blue_fields');
  return !isRed || isVisibleToRed;
}

/** A test that was executed, with its runs, and when it was shown to blue. */
export type SightedTest = {
  id: string;
  runs: readonly { number: number; executed_at: string }[];
  /** Whether it was ever hidden from blue. */
  was_hidden: boolean;
  /** Null while it is hidden, and if it never was. */
  revealed_at: string | null;
};

export type FiguredSighting = {
  at: string;
  status: SightingStatus;
  judgement: SightingJudgement;
  not_ours_reason: NotOursReason | null;
  declared: { at: string } | null;
  test_id: string | null;
  run: number | null;
};

export type SightingFigures = {
  /** Tests that were hidden from blue, or all executed ones if none ever was. */
  of: 'hidden' | 'executed';
  /** Tests with a sighting from before they were revealed. */
  noticed: Rate;
  /** From the execution of a test to its first sighting before the reveal. */
  time_to_notice: TimeFigure;
  /** Tests with a sighting that was declared to somebody before they were revealed. */
  escalated: Rate;
  sightings: number;
  undecided: number;
  matched: number;
  not_ours: number;
  /** Of those that are not ours: other attacks. */
  other_attacks: number;
  /** Sightings taken for an attack, or declared, that were none. */
  false_attributions: number;
  /** Matched sightings that were taken for benign. */
  taken_for_benign: number;
};

/** Figures that count tests. */
export const sightedFigures = ['noticed', 'escalated'] as const;
export type SightedFigure = (typeof sightedFigures)[number];

type Judged = Pick<FiguredSighting, 'status' | 'judgement' | 'not_ours_reason'> & { declared: object | null };

/** Figures that count sightings: which ones. */
export const misjudged = {
  false_attributions: ({ status, judgement, declared, not_ours_reason }: Judged) =>
    status === 'not_ours' &&
    not_ours_reason !== 'other_attack' &&
    (judgement === 'attack' || declared !== null),
  taken_for_benign: ({ status, judgement }: Judged) => status === 'matched' && judgement === 'benign',
} as const;
export type MisjudgedFigure = keyof typeof misjudged;

/** The tests that count, and those that were noticed and escalated before they were revealed, with their sightings. */
function findSighted(tests: readonly SightedTest[], sightings: readonly FiguredSighting[]) {
  const hidden = tests.filter(({ was_hidden }) => was_hidden);
  const counted = hidden.length > 0 ? hidden : tests;
  const matchedTo = Map.groupBy(
    sightings.filter(({ status, test_id }) => status === 'matched' && test_id !== null),
    ({ test_id }) => test_id as string,
  );
  const early = counted.map((test) => ({
    test,
    own: (matchedTo.get(test.id) ?? []).filter(({ at }) => isBefore(at, test)),
  }));
  const noticed = early.filter(({ own }) => own.length > 0);
  const escalated = early.filter(({ test, own }) =>
    own.some(({ declared }) => declared !== null && isBefore(declared.at, test)),
  );
  return { of: hidden.length > 0 ? 'hidden' : 'executed', counted, noticed, escalated } as const;
}

/** Takes the executed tests and the sightings of a mission, returns the ids of the tests that each figure of tests counts. */
export function listSighted(
  tests: readonly SightedTest[],
  sightings: readonly FiguredSighting[],
): Record<SightedFigure, string[]> {
  const { noticed, escalated } = findSighted(tests, sightings);
  const idsOf = (found: typeof noticed) => found.map(({ test }) => test.id);
  return { noticed: idsOf(noticed), escalated: idsOf(escalated) };
}

/** Takes the executed tests and the sightings of a mission, returns what blue noticed before it knew. */
export function figureSightings(
  tests: readonly SightedTest[],
  sightings: readonly FiguredSighting[],
): SightingFigures {
  const { of, counted, noticed, escalated } = findSighted(tests, sightings);
  const count = (isCounted: (sighting: FiguredSighting) => boolean) => sightings.filter(isCounted).length;
  return {
    of,
    noticed: { n: noticed.length, N: counted.length },
    time_to_notice: sumUpDelays(noticed.map(({ test, own }) => findDelay(test, own))),
    escalated: { n: escalated.length, N: counted.length },
    sightings: sightings.length,
    undecided: count(({ status }) => status !== 'matched' && status !== 'not_ours'),
    matched: count(({ status }) => status === 'matched'),
    not_ours: count(({ status }) => status === 'not_ours'),
    other_attacks: count(({ not_ours_reason }) => not_ours_reason === 'other_attack'),
    false_attributions: count(misjudged.false_attributions),
    taken_for_benign: count(misjudged.taken_for_benign),
  };
}

function isBefore(at: string, { revealed_at }: SightedTest): boolean {
  return revealed_at === null || at < revealed_at;
}

/** Seconds from the execution to the first sighting after it; null if each is from before, as with clocks that differ. */
function findDelay({ runs }: SightedTest, own: readonly FiguredSighting[]): number | null {
  const delays = own.flatMap(({ at, run }) => {
    const executed = runs.find(({ number }) => number === run)?.executed_at ?? runs[0]?.executed_at;
    const seconds = executed === undefined ? -1 : (Date.parse(at) - Date.parse(executed)) / 1000;
    return seconds < 0 ? [] : [seconds];
  });
  return delays.length === 0 ? null : Math.min(...delays);
}
