import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FiguredFact, FiguredTest } from './figured-tests.ts';
import { type Figures, figure, figureTools } from './figures.ts';
import { detectionCategories, factKinds, factResults, levelKeys } from './outcomes.ts';

/** A pseudo-random number from 0 up to 1, the same row for the same seed. */
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
  const time = () => new Date(start + Math.floor((random() * 30 - 2) * 3_600_000)).toISOString();
  const many = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make);
  return many(40, () => ({
    attempted: random() < 0.8,
    executed_at: maybe(0.9, () => new Date(start).toISOString()),
    level: maybe(0.5, () => pick(levelKeys)),
    detected_at: maybe(0.5, time),
    facts: many(5, () => ({
      kind: pick(factKinds),
      result: pick(factResults),
      at: maybe(0.7, time),
      tool: maybe(0.7, () => pick(tools)),
      category: maybe(0.4, () => pick(detectionCategories)),
      severity: null,
      modifiers: random() < 0.2 ? ['config_change'] : [],
    })),
    expectations: many(2, () => pick(['met', 'missed', 'open'] as const)),
    expected_level: null,
    expected_tools: many(1, () => pick(tools)),
  }));
}

/** The definitions of docs/figures.md again, one test and one question at a time. */
function figureNaively(tests: readonly FiguredTest[]): Figures {
  const rate = () => ({ n: 0, N: 0, partial: 0 });
  const sums: Figures = {
    tests: 0,
    attempted: 0,
    scored: 0,
    levels: { not_detected: 0, logged: 0, alerted: 0, prevented: 0 },
    basis: { facts: 0, level: 0 },
    skew: 0,
    detection: rate(),
    visibility: rate(),
    prevention: rate(),
    response: rate(),
    missed: rate(),
    expectations: null,
    within: { '15m': rate(), '1h': rate(), '24h': rate() },
    times: {} as Figures['times'],
    categories: { none: 0, telemetry: 0, general: 0, tactic: 0, technique: 0 },
  };
  const seconds: Record<string, number[]> = {
    prevention: [],
    log: [],
    alert: [],
    detection: [],
    response: [],
  };
  const without: Record<string, number> = { prevention: 0, log: 0, alert: 0, detection: 0, response: 0 };
  for (const test of tests) {
    sums.tests += 1;
    if (!test.attempted) continue;
    sums.attempted += 1;
    if (test.level !== null) sums.levels[test.level] += 1;
    for (const verdict of test.expectations) {
      sums.expectations ??= rate();
      sums.expectations.N += 1;
      if (verdict === 'met') sums.expectations.n += 1;
    }
    for (let index = detectionCategories.length - 1; index >= 0; index -= 1) {
      const category = detectionCategories[index] as FiguredFact['category'] & string;
      if (test.facts.some((one) => one.category === category && !one.modifiers.includes('config_change'))) {
        sums.categories[category] += 1;
        break;
      }
    }
    const facts = test.facts.filter(({ result }) => ['yes', 'partial', 'no'].includes(result));
    if (facts.length === 0 && test.level === null) continue;
    sums.scored += 1;
    const bare = facts.length === 0 ? test.level : null;
    sums.basis[bare === null ? 'facts' : 'level'] += 1;
    const has = (result: string, ...kinds: string[]) =>
      facts.some((one) => kinds.includes(one.kind) && one.result === result);
    const say = (...kinds: string[]) => {
      if (has('yes', ...kinds)) return 'yes';
      if (has('partial', ...kinds)) return 'partial';
      return has('no', ...kinds) ? 'no' : '';
    };
    const said = {
      prevention: bare === null ? say('prevented') : bare === 'prevented' ? 'yes' : 'no',
      detection:
        bare === null
          ? say('alerted', 'detected')
          : bare === 'prevented'
            ? ''
            : bare === 'alerted'
              ? 'yes'
              : 'no',
      visibility:
        bare === null
          ? say('prevented', 'alerted', 'logged', 'detected')
          : bare === 'not_detected'
            ? 'no'
            : 'yes',
      response: bare === null ? say('responded') : '',
    };
    for (const [name, answer] of Object.entries(said)) {
      const sum = sums[name as keyof typeof said];
      if (answer !== '') sum.N += 1;
      if (answer === 'yes') sum.n += 1;
      if (answer === 'partial') sum.partial += 1;
      if (answer === 'partial' && name === 'visibility') sum.n += 1;
    }
    const nothingSeen = !['prevented', 'detected'].some((kind) => has('yes', kind) || has('partial', kind));
    sums.missed.N += 1;
    if (bare === 'not_detected') sums.missed.n += 1;
    if (bare === null && say('alerted') === 'no' && say('logged') === 'no' && nothingSeen) sums.missed.n += 1;
    const moments: Record<string, (string | null)[]> = {
      prevention: [],
      log: [],
      alert: [],
      detection: [],
      response: [],
    };
    const namesOf: Record<string, string[]> = {
      prevented: ['prevention'],
      logged: ['log'],
      alerted: ['alert', 'detection'],
      detected: ['detection'],
      responded: ['response'],
    };
    for (const one of facts) {
      if (one.result === 'no') continue;
      for (const name of namesOf[one.kind] ?? []) moments[name]?.push(one.at);
    }
    if (bare === 'prevented') moments.prevention?.push(test.detected_at);
    if (bare === 'logged') moments.log?.push(test.detected_at);
    if (bare === 'alerted') for (const name of ['alert', 'detection']) moments[name]?.push(test.detected_at);
    let isSkewed = false;
    let detectedAfter: number | null = null;
    for (const [name, seen] of Object.entries(moments)) {
      if (seen.length === 0) continue;
      const known = seen.filter((at) => at !== null).map((at) => Date.parse(at));
      if (known.length === 0 || test.executed_at === null) {
        without[name] = (without[name] as number) + 1;
        continue;
      }
      const after = (Math.min(...known) - Date.parse(test.executed_at)) / 1000;
      if (after < 0) isSkewed = true;
      else {
        seconds[name]?.push(after);
        if (name === 'detection') detectedAfter = after;
      }
    }
    if (isSkewed) sums.skew += 1;
    for (const [name, limit] of [
      ['15m', 15 * 60],
      ['1h', 3600],
      ['24h', 24 * 3600],
    ] as const) {
      if (said.detection === '') continue;
      const sum = sums.within[name];
      sum.N += 1;
      if (detectedAfter === null || detectedAfter > limit) continue;
      if (said.detection === 'yes') sum.n += 1;
      if (said.detection === 'partial') sum.partial += 1;
    }
  }
  for (const [name, all] of Object.entries(seconds)) {
    const sorted = all.toSorted((one, other) => one - other);
    const n = sorted.length;
    const [low, high] = [sorted[Math.ceil(n / 2) - 1], sorted[Math.floor(n / 2)]];
    let rank = 0;
    while (rank < 0.9 * n) rank += 1;
    sums.times[name as keyof Figures['times']] = {
      median_s: n === 0 ? null : ((low as number) + (high as number)) / 2,
      p90_s: n === 0 ? null : (sorted[rank - 1] as number),
      n,
      without: without[name] as number,
    };
  }
  return sums;
}

describe('the figures of tests', () => {
  it('are the same by a second, plain reckoning, over 1,000 random missions', () => {
    const random = randomFrom(20261123);
    for (let mission = 0; mission < 1000; mission += 1) {
      const tests = makeTests(random);
      assert.deepEqual(figure(tests), figureNaively(tests), `mission ${mission}`);
    }
  });

  it('of no tests have neither times nor expectations', () => {
    const { tests, expectations, times } = figure([]);
    assert.deepEqual(
      [tests, expectations, times.detection],
      [0, null, { median_s: null, p90_s: null, n: 0, without: 0 }],
    );
  });
});

describe('the figures of tools', () => {
  const [edr, siem, ndr] = tools as [(typeof tools)[0], (typeof tools)[0], (typeof tools)[0]];
  const test = (facts: Partial<FiguredFact>[], fields: Partial<FiguredTest> = {}): FiguredTest => ({
    attempted: true,
    executed_at: null,
    level: null,
    detected_at: null,
    expectations: [],
    expected_level: null,
    expected_tools: [],
    ...fields,
    facts: facts.map((fact) => ({
      kind: 'alerted',
      result: 'yes',
      at: null,
      tool: edr,
      category: null,
      severity: null,
      modifiers: [],
      ...fact,
    })),
  });

  it('count a test once where a tool was expected or answered for, best tool first', () => {
    const figured = figureTools([
      test([{ tool: edr }, { tool: edr, kind: 'logged', result: 'no' }, { tool: null }]),
      test([{ tool: siem, result: 'no' }], { expected_tools: [siem, ndr] }),
      test([{ tool: siem, result: 'partial' }]),
      test([{ tool: ndr, result: 'not_tested' }]),
      test([{ tool: ndr }], { attempted: false }),
    ]);
    assert.deepEqual(figured, [
      { tool: edr, n: 1, N: 1 },
      { tool: siem, n: 1, N: 2 },
      { tool: ndr, n: 0, N: 1 },
    ]);
  });
});
