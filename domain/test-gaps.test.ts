import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Expectation, expectLevel, explainExpectation } from './expectations.ts';
import type { FiguredFact } from './score.ts';
import { compareFirstAndLast, findTestGap, listStrengths, type TestGap, type TestRun } from './test-gaps.ts';

const start = Date.parse('2026-11-20T09:00:00.000Z');
const at = (seconds: number) => new Date(start + 1000 * seconds).toISOString();
type Said = [kind: FiguredFact['kind'], result: FiguredFact['result'], more?: Partial<FiguredFact>];

const run = (
  number: number,
  said: Said[],
  more: Partial<TestRun> & { expected?: Partial<Expectation>[] } = {},
): TestRun => {
  const executed_at = at(0);
  const facts = said.map(
    ([kind, result, fields]): FiguredFact => ({
      kind,
      result,
      at: null,
      time_confirmed: null,
      tool: null,
      category: null,
      severity: null,
      modifiers: [],
      ...fields,
    }),
  );
  const { expected = [], ...rest } = more;
  const expectations = expected.map(
    (one): Expectation => ({
      kind: 'alerted',
      result: 'yes',
      severity: null,
      within_seconds: null,
      tool_ids: [],
      ...one,
    }),
  );
  return {
    number,
    attempted: true,
    attack_result: null,
    executed_at,
    level: null,
    detected_at: null,
    facts,
    expectations: expectations.map((one) => explainExpectation(one, { executed_at, facts })),
    expected_level: expectLevel(expectations),
    expected_tools: [],
    ...rest,
  };
};
const missed: Said[] = [
  ['alerted', 'no'],
  ['logged', 'no'],
];
const alerted: Said[] = [['alerted', 'yes', { at: at(240) }]];
const logged: Said[] = [
  ['alerted', 'no'],
  ['logged', 'yes'],
];
const edr = { id: 'edr', name: 'EDR' };
const siem = { id: 'siem', name: 'SIEM' };

describe('a gap of a test', () => {
  const table: [what: string, runs: TestRun[], gap: string | null][] = [
    ['nothing, of a detection', [run(1, alerted)], null],
    ['nothing, of what nobody has judged', [run(1, [['alerted', 'no']])], null],
    ['nothing, of what was not run', [], null],
    ['a miss', [run(1, missed)], 'missed open'],
    [
      'a miss of an attack that succeeded',
      [run(1, missed, { attack_result: 'succeeded' })],
      'missed,succeeded_unseen open',
    ],
    [
      'an attack that succeeded and was prevented',
      [run(1, [['prevented', 'yes']], { attack_result: 'succeeded' })],
      'contradicted open',
    ],
    [
      'the same until a retest has settled it',
      [run(1, [['prevented', 'yes']], { attack_result: 'succeeded' }), run(2, [['prevented', 'yes']])],
      'contradicted proven 2',
    ],
    [
      'nothing, of an attack that failed and was prevented',
      [run(1, [['prevented', 'yes']], { attack_result: 'failed' })],
      null,
    ],
    [
      'nothing, of an attack that succeeded in part and was prevented',
      [run(1, [['prevented', 'yes']], { attack_result: 'partly' })],
      null,
    ],
    [
      'nothing, of an attack that succeeded and was detected',
      [run(1, alerted, { attack_result: 'succeeded' })],
      null,
    ],
    ['a log entry alone', [run(1, logged)], 'logged_only open'],
    [
      'nothing, of a log entry that was expected',
      [run(1, [['logged', 'yes']], { expected: [{ kind: 'logged' }] })],
      null,
    ],
    [
      'an alert after 75 minutes, where 15 were expected',
      [run(1, [['alerted', 'yes', { at: at(4500) }]], { expected: [{ within_seconds: 900 }] })],
      'late open',
    ],
    [
      'nothing, of one at 59.999 seconds of 60',
      [run(1, [['alerted', 'yes', { at: at(59.999) }]], { expected: [{ within_seconds: 60 }] })],
      null,
    ],
    [
      'nothing, of one at 60.000 seconds of 60',
      [run(1, [['alerted', 'yes', { at: at(60) }]], { expected: [{ within_seconds: 60 }] })],
      null,
    ],
    [
      'one at 60.001 seconds of 60',
      [run(1, [['alerted', 'yes', { at: at(60.001) }]], { expected: [{ within_seconds: 60 }] })],
      'late open',
    ],
    [
      'nothing yet, of a time that nobody gave',
      [run(1, [['alerted', 'yes']], { expected: [{ within_seconds: 60 }] })],
      null,
    ],
    [
      'a severity below the expected one',
      [run(1, [['alerted', 'yes', { severity: 'low' }]], { expected: [{ severity: 'high' }] })],
      'wrong_severity open',
    ],
    [
      'another tool than the expected one, which saw nothing',
      [
        run(
          1,
          [
            ['alerted', 'yes', { tool: siem }],
            ['alerted', 'no', { tool: edr }],
          ],
          { expected: [{ tool_ids: ['edr'] }] },
        ),
      ],
      'wrong_tool open',
    ],
    [
      'an alert that was not to be',
      [run(1, alerted, { expected: [{ result: 'no' }] })],
      'not_as_expected open',
    ],
    ['a detection in part', [run(1, [['alerted', 'partial']])], 'logged_only,partial open'],
    [
      'a prevention in part beside an alert',
      [
        run(1, [
          ['prevented', 'partial'],
          ['alerted', 'yes'],
        ]),
      ],
      'partial open',
    ],
    [
      'nothing, of an alert in part beside a prevention',
      [
        run(1, [
          ['prevented', 'yes'],
          ['alerted', 'partial'],
        ]),
      ],
      null,
    ],
    ['a run that is worse than an earlier one', [run(1, alerted), run(2, missed)], 'missed,worse open'],
    ['a miss that a later run has proven fixed', [run(1, missed), run(2, alerted)], 'missed proven 2'],
    ['a miss that came back', [run(1, missed), run(2, alerted), run(3, missed)], 'missed,worse came_back'],
    ['a miss whose retest nobody has judged', [run(1, missed), run(2, [['alerted', 'no']])], 'missed open'],
  ];
  const describeGap = (gap: TestGap | null) =>
    gap === null
      ? null
      : [gap.reasons.join(), gap.state, ...(gap.proven_by === null ? [] : [gap.proven_by])].join(' ');
  for (const [what, runs, gap] of table) {
    it(what, () => assert.equal(describeGap(findTestGap(runs)), gap));
  }

  it('is fixed with its finding if the test was not run again', () => {
    assert.equal(findTestGap([run(1, missed)], { isFixed: true })?.state, 'fixed');
    assert.equal(findTestGap([run(1, missed), run(2, alerted)], { isFixed: true })?.state, 'proven');
  });
});

describe('a gap against an earlier mission', () => {
  const spring = { id: 'spring', name: 'Spring' };
  const prevented: Said[] = [['prevented', 'yes']];
  const table: [what: string, before: Said[], runs: TestRun[], gap: string | null][] = [
    ['is one where the test did better then', prevented, [run(1, alerted)], 'worse open Spring'],
    ['stands beside other reasons', alerted, [run(1, missed)], 'missed,worse open Spring'],
    ['is none where it did as well', alerted, [run(1, alerted)], null],
    ['is none where it did worse then', missed, [run(1, alerted)], null],
    ['is none while nobody has judged it', prevented, [run(1, [])], null],
    ['is none where nobody had judged it then', [], [run(1, alerted)], null],
    ['is none of a test that was not run', prevented, [], null],
    ['is proven by a later run', prevented, [run(1, alerted), run(2, prevented)], 'worse proven Spring'],
    [
      'comes back in a later run',
      prevented,
      [run(1, alerted), run(2, prevented), run(3, alerted)],
      'worse came_back Spring',
    ],
    ['does not name it for a miss of then', missed, [run(1, alerted), run(2, missed)], 'missed,worse open -'],
  ];
  for (const [what, before, runs, expected] of table) {
    it(what, () => {
      const gap = findTestGap(runs, { earlier: { mission: spring, run: run(3, before) } });
      const said = gap && [gap.reasons.join(), gap.state, gap.worse_than?.name ?? '-'].join(' ');
      assert.equal(said, expected);
    });
  }
});

describe('first run against latest', () => {
  it('names both classes and times', () => {
    assert.deepEqual(compareFirstAndLast([run(1, missed), run(2, logged), run(3, alerted)]), {
      change: 'improved',
      first: { run: 1, class: 'not_detected', seconds: null },
      latest: { run: 3, class: 'alerted', seconds: 240 },
    });
  });
  it('is absent with a single run', () => assert.equal(compareFirstAndLast([run(1, missed)]), null));
  it('is open if one of them is not judged', () =>
    assert.equal(compareFirstAndLast([run(1, missed), run(2, [])])?.change, 'open'));
});

describe('strengths', () => {
  const earlier = { mission: { id: 'spring', name: 'Spring' }, run: run(1, [['prevented', 'yes']]) };
  const worse = findTestGap([run(1, alerted)], { earlier });
  const technique = { external_id: 'T1003', name: 'OS Credential Dumping' };
  const of = (...runs: TestRun[]) => ({ techniques: [technique], runs, gap: findTestGap(runs) });
  const late = run(1, [['alerted', 'yes', { at: at(4500) }]], { expected: [{ within_seconds: 900 }] });
  const open = run(1, [['alerted', 'yes']], { expected: [{ within_seconds: 900 }] });
  const table: [what: string, tests: ReturnType<typeof of>[], strong: number][] = [
    ['hold where all was detected', [of(run(1, alerted)), of(run(1, [['detected', 'yes']]))], 2],
    ['do not hold with a miss', [of(run(1, alerted)), of(run(1, missed))], 0],
    ['do not hold with a miss that was fixed', [of(run(1, missed), run(2, alerted))], 0],
    ['do not hold with a late alert', [of(run(1, alerted)), of(late)], 0],
    ['do not hold with a test that did better before', [{ ...of(run(1, alerted)), gap: worse }], 0],
    ['do not hold while an expectation is open', [of(open)], 0],
    [
      'do not hold where red says that the attack succeeded',
      [of(run(1, [['prevented', 'yes']], { attack_result: 'succeeded' }))],
      0,
    ],
    ['do not hold with what nobody judged', [of(run(1, alerted)), of(run(1, []))], 0],
    ['leave out what was not run', [of(run(1, alerted)), { ...of(run(1, [])), runs: [] }], 1],
  ];
  for (const [what, tests, strong] of table) {
    it(what, () =>
      assert.deepEqual(
        listStrengths(tests).map((one) => one.tests),
        strong === 0 ? [] : [strong],
      ),
    );
  }
});
