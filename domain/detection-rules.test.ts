import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  coverRules,
  findQueueStep,
  isSameRule,
  type JudgedRuleRun,
  judgeRule,
  judgeRuleRun,
  type RuleOutcome,
  type RuleRun,
} from './detection-rules.ts';

const run: JudgedRuleRun = {
  status: 'reviewed_by_blue',
  level: null,
  brief: null,
  facts: [],
  isExpected: true,
};

describe('a run of a rule', () => {
  const cases: [title: string, change: Partial<JudgedRuleRun>, outcome: RuleOutcome | null][] = [
    ['a fact names it', { facts: [{ kind: 'alerted', result: 'yes' }] }, 'fired'],
    ['a fact names it in part', { facts: [{ kind: 'detected', result: 'partial' }] }, 'fired'],
    [
      'it prevented the attack',
      { level: 'prevented', facts: [{ kind: 'prevented', result: 'yes' }] },
      'fired',
    ],
    ['a log alone names it', { level: 'logged', facts: [{ kind: 'logged', result: 'yes' }] }, 'missed'],
    ['a fact denies it', { isExpected: false, facts: [{ kind: 'alerted', result: 'no' }] }, 'missed'],
    [
      'it was seen by one of two tools',
      {
        facts: [
          { kind: 'alerted', result: 'no' },
          { kind: 'alerted', result: 'yes' },
        ],
      },
      'fired',
    ],
    ['nothing is known of it', { isExpected: false, level: 'not_detected' }, null],
    ['the test waits', { status: 'pending' }, 'waiting'],
    ['the test was skipped', { status: 'skipped' }, 'waiting'],
    ['the run waits for blue', { status: 'executed' }, 'open'],
    [
      'the run waits for the rest of blue',
      { status: 'executed', level: 'alerted', brief: { alerted: 'yes' } },
      'open',
    ],
    ['another rule alerted', { level: 'alerted', brief: { alerted: 'yes' } }, 'missed'],
    [
      'nothing alerted',
      { status: 'executed', level: 'logged', brief: { alerted: 'no', logged: 'yes' } },
      'missed',
    ],
    ['the attack was missed', { level: 'not_detected' }, 'missed'],
    ['the attack was prevented before', { level: 'prevented' }, 'open'],
    ['alerting was not tested', { level: 'logged', brief: { alerted: 'not_tested', logged: 'yes' } }, 'open'],
    ['alerting does not apply', { level: 'logged', brief: { alerted: 'not_applicable' } }, 'open'],
    ['a review leaves it open', {}, 'open'],
  ];
  for (const [title, change, outcome] of cases) {
    it(`${title}: ${outcome}`, () => {
      assert.equal(judgeRuleRun({ ...run, ...change }), outcome);
    });
  }
});

/** `a+` fired in series a, `-` missed, `?` open, `.` waiting; each a day later than the one before. */
function toRuns(signs: string): RuleRun[] {
  const outcomes = { '+': 'fired', '-': 'missed', '?': 'open', '.': 'waiting' } as const;
  return signs.split(' ').flatMap((sign, day) => {
    const outcome = outcomes[sign[1] as keyof typeof outcomes];
    if (outcome === undefined) return [];
    return [{ series: sign[0] as string, at: outcome === 'waiting' ? null : toDay(day), outcome }];
  });
}
const toDay = (day: number) => `2026-03-${String(day + 1).padStart(2, '0')}T09:00:00.000Z`;

describe('the history of a rule', () => {
  const cases: [signs: string, state: string, brokenOn?: number][] = [
    ['', 'never_tried'],
    ['a.', 'never_tried'],
    ['a?', 'never_tried'],
    ['a+', 'fired'],
    ['a-', 'missed'],
    ['a- a+', 'fired'],
    ['a+ a-', 'broken', 1],
    ['a+ a- a-', 'broken', 1],
    ['a+ a- a+', 'fired'],
    ['a+ a- a+ a+ a- a-', 'broken', 4],
    ['a+ a- a?', 'broken', 1],
    ['a+ a?', 'fired'],
    ['a+ b-', 'missed'],
    ['a+ b+', 'fired'],
    ['a+ b- a-', 'broken', 2],
    ['a+ b+ b- a-', 'broken', 2],
    ['a+ b.', 'fired'],
  ];
  for (const [signs, state, day] of cases) {
    it(`“${signs}” is ${state}`, () => {
      const history = judgeRule(toRuns(signs));
      assert.deepEqual([history.state, history.broken_since], [state, day === undefined ? null : toDay(day)]);
    });
  }

  it('goes by time, not by order, and counts the outcomes', () => {
    const history = judgeRule(toRuns('a+ a- b? b.').reverse());
    assert.deepEqual(history, {
      state: 'broken',
      counts: { fired: 1, missed: 1, open: 1, waiting: 1 },
      broken_since: toDay(1),
    });
  });
});

describe('the queue', () => {
  const cases: [status: Parameters<typeof findQueueStep>[0], signs: string, step: string | null][] = [
    ['open', '', 'rule'],
    ['in_progress', '', 'rule'],
    ['fixed', '', 'retest'],
    ['open', 'a.', 'retest'],
    ['in_progress', 'a?', 'retest'],
    ['open', 'a-', 'rule'],
    ['fixed', 'a-', 'retest'],
    ['open', 'a+', 'fired'],
    ['fixed', 'a- a+', 'fired'],
    ['open', 'a+ b-', 'rule'],
    ['open', 'a+ b.', 'retest'],
    ['open', 'a+ b+', 'fired'],
    ['verified', '', 'closed'],
    ['risk_accepted', 'a+', null],
    ['declined', '', null],
  ];
  for (const [status, signs, step] of cases) {
    it(`${status} with “${signs}”: ${step}`, () => {
      assert.equal(findQueueStep(status, toRuns(signs)), step);
    });
  }
});

describe('names of a rule', () => {
  const named = (rule_id: string | null, rule_name: string | null) => ({ rule_id, rule_name });
  for (const [one, other, same] of [
    [named('A', null), named('a', 'Other'), true],
    [named('a', 'Name'), named('b', 'name '), true],
    [named(null, 'Name'), named('b', 'Name - Rule'), true],
    [named('a', null), named(null, 'a'), false],
    [named('a', 'x'), named('b', 'y'), false],
  ] as const) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)}`, () => {
      assert.equal(isSameRule(one, other), same);
    });
  }
});

describe('a cover of rules', () => {
  const of = (own: Record<string, string>) =>
    Object.entries(own).map(([id, rules]) => ({ id, rules: [...rules] }));

  it('is smaller than a greedy one', () => {
    // Greedy takes c first, which leaves one rule to each of the others.
    const cover = coverRules([...'123456'], of({ a: '123', b: '456', c: '2345' }));
    assert.deepEqual(cover, { chosen: ['a', 'b'], uncovered: [], isSmallest: true });
  });

  it('names what nothing covers, and takes nothing that covers only others', () => {
    const cover = coverRules([...'12'], of({ a: '1', b: '9' }));
    assert.deepEqual(cover, { chosen: ['a'], uncovered: ['2'], isSmallest: true });
    assert.deepEqual(coverRules(['1'], []), { chosen: [], uncovered: ['1'], isSmallest: true });
  });

  it('stays greedy for a large choice, and covers it', () => {
    const rules = Array.from({ length: 100 }, (_, index) => `r${index}`);
    const coverers = Array.from({ length: 400 }, (_, index) => ({
      id: `t${index}`,
      rules: rules.filter((_rule, place) => (place * 7 + index * 13 + ((index * place) % 11)) % 17 === 0),
    }));
    const cover = coverRules(rules, coverers);
    const covered = new Set(
      coverers.filter(({ id }) => cover.chosen.includes(id)).flatMap((one) => one.rules),
    );
    assert.ok(rules.every((rule) => covered.has(rule) !== cover.uncovered.includes(rule)));
    assert.equal(cover.isSmallest, false);
  });
});
