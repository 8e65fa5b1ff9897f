import type { ExpectedPart } from './expectations.ts';
import { classOf, delayOf } from './figures.ts';
import type { AttackResult } from './missions.ts';
import { type Brief, isContradiction, isStopped, type LevelKey, levelKeys, summarise } from './outcomes.ts';
import { compareRuns, type RunChange, type RunResult } from './runs.ts';
import type { FiguredTest } from './score.ts';

/** An attempted run of a test. */
export type TestRun = FiguredTest & { number: number; attack_result: AttackResult | null };

/** Why a run falls short, worst first (docs/figures.md, "Gaps"). */
export const testGapReasons = [
  'missed',
  'succeeded_unseen',
  'worse',
  'contradicted',
  'logged_only',
  'late',
  'wrong_severity',
  'wrong_tool',
  'not_as_expected',
  'partial',
] as const;
export type TestGapReason = (typeof testGapReasons)[number];

/**
 * State of a gap. `fixed`: its finding is fixed and the test was not run again; `proven`: a later run has no gap; `came_back`: an
 * earlier run had no gap, but the last one has it again.
 */
export const testGapStates = ['came_back', 'open', 'fixed', 'proven'] as const;
export type TestGapState = (typeof testGapStates)[number];

type Named = { id: string; name: string };

/** The last attempted run of the same test in an earlier mission. */
export type EarlierRun = { mission: Named; run: FiguredTest };

export type TestGap = {
  /** The last run that falls short. */
  run: number;
  class: LevelKey | null;
  reasons: TestGapReason[];
  /** The earlier mission in which the test did better. */
  worse_than: Named | null;
  state: TestGapState;
  /** The later run without a gap. */
  proven_by: number | null;
};

const partReasons: Readonly<Record<ExpectedPart, TestGapReason>> = {
  time: 'late',
  severity: 'wrong_severity',
  tool: 'wrong_tool',
  sighting: 'not_as_expected',
};

type Beside = { earlier?: EarlierRun | null | undefined; isFixed?: boolean };

/** Takes the attempted runs of a test, oldest first, and its result in an earlier mission, returns its gap; null for none. */
export function findTestGap(
  runs: readonly TestRun[],
  { earlier = null, isFixed = false }: Beside = {},
): TestGap | null {
  const short = runs.map((run, index) => {
    const worse_than = earlier !== null && isWorse(earlier.run, run) ? earlier.mission : null;
    const isWorseThanBefore = worse_than !== null || runs.slice(0, index).some((one) => isWorse(one, run));
    return { run, worse_than, reasons: listReasons(run, isWorseThanBefore) };
  });
  const lastShort = short.findLast(({ reasons }) => reasons.length > 0);
  if (lastShort === undefined) return null;
  const { run: last, reasons, worse_than } = lastShort;
  const found = { run: last.number, class: classOf(last), reasons, worse_than };
  const at = short.indexOf(lastShort);
  const isWhole = (one: (typeof short)[number]) => one.reasons.length === 0 && classOf(one.run) !== null;
  const proof = short.slice(at + 1).find(isWhole);
  if (proof !== undefined) return { ...found, state: 'proven', proven_by: proof.run.number };
  const firstShort = short.findIndex(({ reasons }) => reasons.length > 0);
  const isBack = short.slice(firstShort, at).some(isWhole);
  return { ...found, state: isBack ? 'came_back' : isFixed ? 'fixed' : 'open', proven_by: null };
}

function isWorse(before: FiguredTest, run: FiguredTest): boolean {
  return compareTestRuns(before, run) === 'worse';
}

/** Takes a run, and whether an earlier one was better, returns why it falls short, worst first. */
function listReasons(run: TestRun, isWorseThanBefore: boolean): TestGapReason[] {
  const found = classOf(run);
  const { prevented, alerted, detected } = toResult(run).outcome;
  const short = new Set<TestGapReason>();
  if (found === 'not_detected') {
    short.add('missed');
    if (run.attack_result === 'succeeded') short.add('succeeded_unseen');
  }
  if (isWorseThanBefore) short.add('worse');
  if (isContradiction(run.attack_result, found)) short.add('contradicted');
  if (found === 'logged' && run.expected_level !== 'logged') short.add('logged_only');
  for (const { verdict, parts } of run.expectations) {
    if (verdict !== 'missed') continue;
    for (const part of parts) {
      // For a miss, the class already says so.
      if (part !== 'sighting' || found !== 'not_detected') short.add(partReasons[part]);
    }
  }
  const isDetectedInPart =
    prevented !== 'yes' && alerted !== 'yes' && detected !== 'yes' && [alerted, detected].includes('partial');
  if (prevented === 'partial' || isDetectedInPart) short.add('partial');
  return testGapReasons.filter((reason) => short.has(reason));
}

/** Takes two attempted runs of a test, returns the change between them. */
export function compareTestRuns(first: FiguredTest, last: FiguredTest): RunChange {
  return compareRuns(toResult(first), toResult(last));
}

type Result = RunResult & { outcome: Brief };
const results = new WeakMap<FiguredTest, Result>();

/** A run in comparable form, cached with the run, which is judged once. */
function toResult(run: FiguredTest): Result {
  let known = results.get(run);
  if (known === undefined) {
    const found = classOf(run);
    const rank = found === null ? null : levelKeys.indexOf(found);
    known = { status: 'executed', rank, outcome: summarise(run.facts) };
    results.set(run, known);
  }
  return known;
}

/** A run in a list of changes; `seconds` from the execution to its prevention or detection. */
export type RunBrief = { run: number; class: LevelKey | null; seconds: number | null };

/** Takes the attempted runs of a test, returns its first and last compared; null for fewer than two. */
export function compareFirstAndLast(
  runs: readonly TestRun[],
): { change: RunChange; first: RunBrief; latest: RunBrief } | null {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return { change: compareTestRuns(first, last), first: toBriefRun(first), latest: toBriefRun(last) };
}

function toBriefRun(run: TestRun): RunBrief {
  return { run: run.number, class: classOf(run), seconds: delayOf(run) };
}

/** Takes two gaps, returns which comes first: by their worst reasons. */
export function compareGaps(one: Pick<TestGap, 'reasons'>, other: Pick<TestGap, 'reasons'>): number {
  const placeOf = ({ reasons }: Pick<TestGap, 'reasons'>) =>
    reasons[0] === undefined ? testGapReasons.length : testGapReasons.indexOf(reasons[0]);
  return placeOf(one) - placeOf(other);
}

type Technique = { external_id: string; name: string };
type StrongTest = {
  techniques: readonly Technique[];
  runs: readonly TestRun[];
  gap: TestGap | null;
};

/**
 * Takes tests, returns the techniques whose executed tests were all prevented or detected, as expected and without a gap in any
 * run; those with the most tests first.
 */
export function listStrengths(
  tests: readonly StrongTest[],
): { technique: Technique; tests: number; tools: string[] }[] {
  const groups = new Map<string, { technique: Technique; tests: StrongTest[] }>();
  for (const test of tests) {
    if (test.runs.length === 0) continue;
    for (const { external_id, name } of test.techniques) {
      const group = groups.get(external_id) ?? { technique: { external_id, name }, tests: [] };
      group.tests.push(test);
      groups.set(external_id, group);
    }
  }
  return [...groups.values()]
    .filter((group) => group.tests.every(isStrong))
    .map(({ technique, tests: strong }) => ({
      technique,
      tests: strong.length,
      tools: [...new Set(strong.flatMap(listStoppingTools))].sort(),
    }))
    .sort(
      (one, other) =>
        other.tests - one.tests || (one.technique.external_id < other.technique.external_id ? -1 : 1),
    );
}

function isStrong({ runs, gap }: StrongTest): boolean {
  const last = runs.at(-1);
  if (last === undefined || gap !== null) return false;
  const found = classOf(last);
  const isAsExpected = last.expectations.every(
    ({ verdict }) => verdict === 'met' || verdict === 'not_applicable',
  );
  return isStopped(found) && isAsExpected;
}

function listStoppingTools({ runs }: StrongTest): string[] {
  return (runs.at(-1)?.facts ?? []).flatMap(({ kind, result, tool }) =>
    tool !== null && result === 'yes' && ['prevented', 'alerted', 'detected'].includes(kind)
      ? [tool.name]
      : [],
  );
}
