import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figureKeys, isCounted } from './counted-tests.ts';
import { addHeadlines, type Figures, figure, figureHeadline, figureTools } from './figures.ts';
import { detectionCategories, factKinds, factResults, levelKeys, severities } from './outcomes.ts';
import type { FiguredFact, FiguredTest } from './score.ts';

/** A pseudo-random number from 0 up to 1, the same sequence for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const start = Date.parse('2026-11-20T09:00:00.000Z');
const tools = ['edr', 'siem', 'ndr'].map((id) => ({ id, name: id.toUpperCase() }));

function makeTests(random: () => number): FiguredTest[] {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const maybe = <T>(chance: number, value: () => T): T | null => (random() < chance ? value() : null);
  const time = () => new Date(start + Math.floor((random() * 34 - 4) * 3_600_000)).toISOString();
  const many = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make);
  return many(40, () => ({
    attempted: random() < 0.8,
    executed_at: maybe(0.9, () => new Date(start).toISOString()),
    level: maybe(0.3, () => pick(levelKeys)),
    detected_at: maybe(0.5, time),
    facts: many(5, () => ({
      kind: pick(factKinds),
      result: pick(factResults),
      at: maybe(0.7, time),
      time_confirmed: pick([null, null, null, true, false]),
      tool: maybe(0.7, () => pick(tools)),
      category: maybe(0.4, () => pick(detectionCategories)),
      severity: maybe(0.3, () => pick(severities)),
      modifiers: random() < 0.2 ? ['config_change'] : [],
    })),
    expectations: many(2, () => ({
      kind: pick(factKinds),
      verdict: pick(['met', 'missed', 'open', 'not_applicable'] as const),
      parts: [],
    })),
    expected_level: maybe(0.5, () => pick(['prevented', 'alerted', 'logged'] as const)),
    expected_tools: many(1, () => pick(tools)),
  }));
}

type Naive = Omit<Figures, 'times' | 'partial_times'> & {
  seconds: Record<string, number[]>;
  partialSeconds: Record<string, number[]>;
  without: Record<string, number>;
};

/** Independent implementation of docs/figures.md, one test and one question at a time. */
function figureNaively(tests: readonly FiguredTest[]): Naive {
  const kinds = ['prevention', 'log', 'alert', 'detection', 'response'];
  const none = () => Object.fromEntries(kinds.map((kind) => [kind, [] as number[]]));
  const answers = () => ({ yes: 0, partial: 0, no: 0, not_applicable: 0, not_answered: 0 });
  const within = () => ({ n: 0, N: 0, unknown: 0 });
  const sums: Naive = {
    tests: tests.length,
    attempted: 0,
    judged: 0,
    classes: { not_detected: 0, logged: 0, alerted: 0, prevented: 0 },
    not_judged: 0,
    open_questions: { alerted: 0, logged: 0 },
    stopped_or_detected: { n: 0, N: 0 },
    prevented: { n: 0, N: 0 },
    missed: { n: 0, N: 0 },
    within: { '15m': within(), '1h': within(), '24h': within() },
    questions: {
      prevented: answers(),
      alerted: answers(),
      logged: answers(),
      detected: answers(),
      responded: answers(),
    },
    expectations: { met: 0, not_met: 0, open: 0, not_applicable: 0 },
    odd: 0,
    unconfirmed: 0,
    categories: { none: 0, telemetry: 0, general: 0, tactic: 0, technique: 0 },
    seconds: none(),
    partialSeconds: none(),
    without: Object.fromEntries(kinds.map((kind) => [kind, 0])),
  };
  for (const test of tests) {
    if (!test.attempted) continue;
    sums.attempted += 1;
    const has = (kind: string, ...results: string[]) =>
      test.facts.some((one) => one.kind === kind && results.includes(one.result));
    const best = (kind: string) =>
      ['yes', 'partial', 'no', 'not_applicable', 'not_tested'].find((result) => has(kind, result));
    for (const kind of factKinds) {
      const answer = best(kind) ?? 'not_tested';
      const name = answer === 'not_tested' ? 'not_answered' : answer;
      sums.questions[kind][name as 'yes'] += 1;
    }
    let found = test.level;
    if (found === null) {
      const unseen = (kind: string) => ['no', 'not_applicable'].includes(best(kind) ?? '');
      if (has('prevented', 'yes')) found = 'prevented';
      else if (has('alerted', 'yes') || has('detected', 'yes')) found = 'alerted';
      else if (
        has('logged', 'yes', 'partial') ||
        has('alerted', 'partial') ||
        has('detected', 'partial') ||
        has('prevented', 'partial')
      )
        found = 'logged';
      else if (unseen('alerted') && unseen('logged') && (best('alerted') === 'no' || best('logged') === 'no'))
        found = 'not_detected';
    }
    if (found === null) {
      sums.not_judged += 1;
      if (['not_tested', undefined].includes(best('alerted'))) sums.open_questions.alerted += 1;
      if (['not_tested', undefined].includes(best('logged'))) sums.open_questions.logged += 1;
    } else {
      sums.judged += 1;
      sums.classes[found] += 1;
    }
    for (const { verdict } of test.expectations) {
      sums.expectations[verdict === 'missed' ? 'not_met' : verdict] += 1;
    }
    const delay = (at: string | null, confirmed: boolean | null): number | null => {
      if (at === null || test.executed_at === null || confirmed === false) return null;
      const seconds = (Date.parse(at) - Date.parse(test.executed_at)) / 1000;
      const isOdd = seconds < 0 || seconds > 86_400;
      return isOdd && confirmed !== true ? null : seconds;
    };
    const first = (facts: readonly FiguredFact[]) => {
      const known = facts
        .map(({ at, time_confirmed }) => delay(at, time_confirmed))
        .filter((seconds) => seconds !== null);
      return facts.length === 0 ? undefined : known.length === 0 ? null : Math.min(...known);
    };
    const seen = test.facts.filter(({ result }) => result === 'yes' || result === 'partial');
    const isBare = seen.length === 0 && test.level !== null;
    const ofKind: Record<string, string[]> = {
      prevention: ['prevented'],
      log: ['logged'],
      alert: ['alerted'],
      detection: ['alerted', 'detected'],
      response: ['responded'],
    };
    const bareKinds: Record<string, string[]> = {
      prevented: ['prevention'],
      alerted: ['alert', 'detection'],
      logged: ['log'],
    };
    for (const kind of kinds) {
      const own = seen.filter((one) => ofKind[kind]?.includes(one.kind));
      const full = own.filter(({ result }) => result === 'yes');
      let time = first(full);
      if (isBare && bareKinds[test.level as string]?.includes(kind)) time = delay(test.detected_at, null);
      if (typeof time === 'number') sums.seconds[kind]?.push(time);
      if (time === null) sums.without[kind] = (sums.without[kind] ?? 0) + 1;
      if (time === undefined) {
        const partial = first(own);
        if (typeof partial === 'number') sums.partialSeconds[kind]?.push(partial);
      }
    }
    const stopping = seen.filter(
      ({ kind, result }) => result === 'yes' && ['prevented', 'alerted', 'detected'].includes(kind),
    );
    if (found === 'prevented' || found === 'alerted') {
      const time = stopping.length > 0 ? first(stopping) : delay(test.detected_at, null);
      for (const [limit, seconds] of [
        ['15m', 900],
        ['1h', 3600],
        ['24h', 86_400],
      ] as const) {
        if (typeof time !== 'number') sums.within[limit].unknown += 1;
        else if (time <= seconds) sums.within[limit].n += 1;
      }
    }
    const times = isBare ? [{ at: test.detected_at, time_confirmed: null }] : seen;
    const isOdd = ({ at, time_confirmed }: Pick<FiguredFact, 'at' | 'time_confirmed'>) => {
      if (at === null || test.executed_at === null || time_confirmed !== null) return false;
      const seconds = (Date.parse(at) - Date.parse(test.executed_at)) / 1000;
      return seconds < 0 || seconds > 86_400;
    };
    if (times.some(isOdd)) sums.odd += 1;
    if (times.some(({ at, time_confirmed }) => at !== null && time_confirmed === false))
      sums.unconfirmed += 1;
    for (let index = detectionCategories.length - 1; index >= 0; index -= 1) {
      const category = detectionCategories[index] as FiguredFact['category'] & string;
      if (test.facts.some((one) => one.category === category && !one.modifiers.includes('config_change'))) {
        sums.categories[category] += 1;
        break;
      }
    }
  }
  const N = sums.judged;
  const { prevented, alerted, not_detected } = sums.classes;
  sums.stopped_or_detected = { n: prevented + alerted, N };
  sums.prevented = { n: prevented, N };
  sums.missed = { n: not_detected, N };
  for (const rate of Object.values(sums.within)) rate.N = N;
  return sums;
}

describe('figures of a thousand random missions', () => {
  const missions = Array.from({ length: 1000 }, (_, seed) => makeTests(randomFrom(seed + 1)));

  it('match a second, naive implementation', () => {
    for (const [seed, tests] of missions.entries()) {
      const { times, partial_times, ...whole } = figure(tests);
      const { seconds, partialSeconds, without, ...expected } = figureNaively(tests);
      assert.deepEqual(whole, expected, `mission ${seed}`);
      for (const [kind, of] of Object.entries(times)) {
        const sorted = (seconds[kind] as number[]).toSorted((one, other) => one - other);
        const middle = Math.floor(sorted.length / 2);
        const median =
          sorted.length % 2 === 1
            ? sorted[middle]
            : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
        assert.deepEqual(
          of,
          {
            median_s: sorted.length === 0 ? null : median,
            p90_s: sorted.length === 0 ? null : sorted[Math.ceil(sorted.length * 0.9) - 1],
            n: sorted.length,
            without: without[kind],
          },
          `${kind} of mission ${seed}`,
        );
        assert.equal(partial_times[kind as 'log'].n, partialSeconds[kind]?.length, `partial ${kind}`);
      }
    }
  });

  it('add up: the classes sum to the attempted tests, and every rate is over the judged tests', () => {
    for (const tests of missions) {
      const { attempted, judged, not_judged, classes, within, ...all } = figure(tests);
      assert.equal(Object.values(classes).reduce((sum, count) => sum + count, 0) + not_judged, attempted);
      for (const { N } of [all.stopped_or_detected, all.prevented, all.missed, ...Object.values(within)]) {
        assert.equal(N, judged);
      }
      for (const { n, unknown } of Object.values(within)) {
        assert.ok(n + unknown <= all.stopped_or_detected.n);
      }
      for (const counts of Object.values(all.questions)) {
        assert.equal(
          Object.values(counts).reduce((sum, count) => sum + count, 0),
          attempted,
        );
      }
    }
  });

  it('are the sum of their parts', () => {
    for (const tests of missions.slice(0, 200)) {
      const middle = Math.floor(tests.length / 2);
      const [one, other] = [tests.slice(0, middle), tests.slice(middle)].map(figureHeadline);
      assert.deepEqual(addHeadlines(one as never, other as never), figureHeadline(tests));
    }
  });

  it('list exactly the tests that they count', () => {
    for (const tests of missions.slice(0, 200)) {
      const of = figure(tests);
      const counted = Object.fromEntries(
        figureKeys.map((key) => [key, tests.filter((test) => isCounted(test, key)).length]),
      );
      const { attempted, judged, stopped_or_detected, open } = counted;
      assert.deepEqual(
        { attempted, judged, stopped_or_detected, open },
        {
          attempted: of.attempted,
          judged: of.judged,
          stopped_or_detected: of.stopped_or_detected.n,
          open: of.not_judged,
        },
      );
      for (const level of levelKeys) assert.equal(counted[level], of.classes[level]);
      for (const limit of ['15m', '1h', '24h'] as const) {
        assert.equal(counted[`within_${limit}`], of.within[limit].n);
      }
    }
  });
});

const test = (fields: Partial<FiguredTest> = {}): FiguredTest => ({
  attempted: true,
  executed_at: new Date(start).toISOString(),
  level: null,
  detected_at: null,
  facts: [],
  expectations: [],
  expected_level: null,
  expected_tools: [],
  ...fields,
});
const fact = (
  kind: FiguredFact['kind'],
  result: FiguredFact['result'],
  more: Partial<FiguredFact> = {},
): FiguredFact => ({
  kind,
  result,
  at: null,
  time_confirmed: null,
  tool: null,
  category: null,
  severity: null,
  modifiers: [],
  ...more,
});
const after = (seconds: number) => new Date(start + 1000 * seconds).toISOString();

describe('times', () => {
  const table: [what: string, times: Partial<FiguredFact>[], within: [number, number], odd: number][] = [
    ['that nobody gave are not known', [{}], [0, 1], 0],
    ['count to the millisecond', [{ at: after(3599.999) }], [1, 0], 0],
    ['on the limit are within it', [{ at: after(3600) }], [1, 0], 0],
    ['past the limit are not', [{ at: after(3600.001) }], [0, 0], 0],
    ['before the execution are odd', [{ at: after(-1) }], [0, 1], 1],
    ['a day later are not odd', [{ at: after(86_400) }], [0, 0], 0],
    ['more than a day later are', [{ at: after(86_401) }], [0, 1], 1],
    ['that are odd count once confirmed', [{ at: after(-1), time_confirmed: true }], [1, 0], 0],
    ['of the recording do not count', [{ at: after(60), time_confirmed: false }], [0, 1], 0],
    ['count by the first that is known', [{}, { at: after(60) }], [1, 0], 0],
  ];
  for (const [what, times, [n, unknown], odd] of table) {
    it(what, () => {
      const of = figure([test({ facts: times.map((time) => fact('alerted', 'yes', time)) })]);
      assert.deepEqual(of.within['1h'], { n, N: 1, unknown });
      assert.equal(of.odd, odd);
    });
  }
});

describe('tools', () => {
  const [edr, siem] = tools as [(typeof tools)[0], (typeof tools)[0]];
  it('have a rate over the tests in which they were expected and a count of all their detections', () => {
    const of = figureTools([
      test({ expected_tools: [edr], facts: [fact('alerted', 'yes', { tool: edr })] }),
      test({ expected_tools: [edr], facts: [fact('alerted', 'no', { tool: edr })] }),
      test({ facts: [fact('alerted', 'yes', { tool: edr }), fact('logged', 'partial', { tool: siem })] }),
      test({ attempted: false, expected_tools: [siem] }),
    ]);
    assert.deepEqual(of, [
      { tool: edr, n: 1, N: 2, saw: 2 },
      { tool: siem, n: 0, N: 0, saw: 1 },
    ]);
  });
});
