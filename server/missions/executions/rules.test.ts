import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longestText, mostRuns } from '../../../domain/limits.ts';
import { blankFields, redFields } from '../../../domain/test-record.ts';
import { type Execution, executionsBody } from './contract.ts';
import { type Candidate, type Earlier, planExecutions, toFile, writeExecution } from './rules.ts';

const guid = '4c4959bf-addf-4b4a-be86-8d09cc1857aa';

function execution(fields: Partial<Execution> = {}): Execution {
  const usual = {
    external_id: 'e1',
    command: 'whoami',
    executed_at: '2026-09-01T08:00:02.000Z',
    host: 'ws01',
  };
  return { ...usual, ...fields } as Execution;
}

function candidate(id: string, fields: Partial<Candidate> = {}): Candidate {
  const usual = { name: id, commands: [], techniques: [], guids: [], status: 'pending', run: 1, host: null };
  return { id, ...usual, ...fields } as Candidate;
}

const ofGuid = { guids: [guid] };
const ofCommand = { commands: ['WHOAMI  /all', 'whoami /all'], techniques: ['T1033'] };
const asked = { guid, technique: 'T1033', command: 'whoami /ALL', name: 'Who am I' };
const ran = { status: 'executed', run: 1 } as const;

describe('an execution goes', () => {
  const rows: [
    what: string,
    fields: Partial<Execution>,
    tests: Candidate[],
    became: [test: string, run: number, by: string | null],
  ][] = [
    [
      'to the test of its GUID before others',
      asked,
      [candidate('name', { name: 'Who am I' }), candidate('command', ofCommand), candidate('guid', ofGuid)],
      ['guid', 1, 'guid'],
    ],
    [
      'to the test of its technique with the command before the name',
      asked,
      [candidate('name', { name: 'Who am I' }), candidate('command', ofCommand)],
      ['command', 1, 'command'],
    ],
    ['to the test of its name', asked, [candidate('name', { name: ' who  AM i' })], ['name', 1, 'name']],
    [
      'to none that has the command under another technique',
      asked,
      [candidate('other', { ...ofCommand, techniques: ['T1059'] })],
      ['new', 1, null],
    ],
    [
      'to one with the command that has no technique',
      asked,
      [candidate('untagged', { ...ofCommand, techniques: [] })],
      ['untagged', 1, 'command'],
    ],
    [
      'to one with the command if it names no technique',
      { command: 'whoami /all' },
      [candidate('command', ofCommand)],
      ['command', 1, 'command'],
    ],
    [
      'to none by an empty command',
      { command: ' ' },
      [candidate('blank', { commands: [' '] })],
      ['new', 1, null],
    ],
    ['to none by an empty name', {}, [candidate('blank', { name: ' ' })], ['new', 1, null]],
    [
      'to a test without a run before one with it',
      asked,
      [candidate('ran', { ...ofGuid, ...ran, host: 'ws01' }), candidate('fresh', ofGuid)],
      ['fresh', 1, 'guid'],
    ],
    [
      'to the next run of a test that has one',
      asked,
      [candidate('ran', { ...ofGuid, status: 'reviewed_by_blue', run: 3 })],
      ['ran', 4, 'guid'],
    ],
    [
      'to the test on its host before others',
      asked,
      [
        candidate('other', { ...ofGuid, host: 'ws02' }),
        candidate('any', ofGuid),
        candidate('same', { ...ofGuid, host: 'WS01' }),
      ],
      ['same', 1, 'guid'],
    ],
    ['to the first of several', asked, [candidate('a', ofGuid), candidate('b', ofGuid)], ['a', 1, 'guid']],
    [
      'to no skipped and no blocked test',
      asked,
      [candidate('a', { ...ofGuid, status: 'skipped' }), candidate('b', { ...ofGuid, status: 'blocked' })],
      ['new', 1, null],
    ],
    [
      'to no test with the most runs',
      asked,
      [candidate('full', { ...ofGuid, ...ran, run: mostRuns })],
      ['new', 1, null],
    ],
    ['to a test of its own without any', {}, [], ['new', 1, null]],
  ];
  for (const [what, fields, tests, became] of rows) {
    it(what, () => {
      const sent = { execution: execution(fields), digest: 'd', newId: 'new' };
      const [planned] = planExecutions([sent], tests, new Map());
      assert.deepEqual([planned?.test_id, planned?.run, planned?.matched_by], became);
      assert.equal(planned?.result, became[2] === null ? 'added' : 'recorded');
    });
  }
});

describe('executions of one request', () => {
  const plan = (some: Partial<Execution>[], tests: Candidate[], earlier: [string, Earlier][] = []) =>
    planExecutions(
      some.map((fields, index) => ({
        execution: execution({ external_id: `e${index}`, ...fields }),
        digest: JSON.stringify(fields),
        newId: `new${index}`,
      })),
      tests,
      new Map(earlier),
    ).map(({ result, test_id, run }) => [result, test_id, run]);

  it('take one test after the other, then their next runs', () => {
    const some = [{ guid }, { guid }, { guid, host: 'ws02' }];
    assert.deepEqual(plan(some, [candidate('a', ofGuid), candidate('b', { ...ofGuid, host: 'ws02' })]), [
      ['recorded', 'a', 1],
      ['recorded', 'b', 1],
      ['recorded', 'a', 2],
    ]);
  });

  it('that none was planned for share a test', () => {
    assert.deepEqual(plan([{ guid }, { guid, command: 'other' }, { command: 'WHOAMI' }], []), [
      ['added', 'new0', 1],
      ['recorded', 'new0', 2],
      ['recorded', 'new0', 3],
    ]);
  });

  it('are known by their ids, within it and from before', () => {
    const before: Earlier = { digest: '{"external_id":"x"}', test_id: 'old', run: 2, matched_by: 'name' };
    const some = [
      { external_id: 'x' },
      { external_id: 'x', host: 'ws02' },
      { external_id: 'y' },
      { external_id: 'y' },
    ];
    assert.deepEqual(plan(some, [], [['x', before]]), [
      ['same', 'old', 2],
      ['differs', 'old', 2],
      ['added', 'new2', 1],
      ['same', 'new2', 1],
    ]);
  });
});

describe('the record of an execution', () => {
  const blank = { ...blankFields(redFields) };
  const operator = 'Rhea';
  const write = (fields: Partial<Execution>, before: Partial<typeof blank> = {}) =>
    writeExecution(execution(fields), { ...blank, ...before } as never, { operator, isKnown: true });

  it('has everything that was sent', () => {
    const whole = {
      output: 'corp\\anna',
      ended_at: '2026-09-01T08:00:09.000Z',
      user: 'corp\\anna',
      process_id: 7,
    };
    assert.deepEqual(write({ ...whole, exit_code: 0 }), {
      command: 'whoami',
      output: 'corp\\anna',
      target_host: 'ws01',
      target_user: 'corp\\anna',
      attack_result: 'succeeded',
      executed_at: '2026-09-01T08:00:02.000Z',
      started_at: '2026-09-01T08:00:02.000Z',
      ended_at: '2026-09-01T08:00:09.000Z',
      operator,
      red_comment: 'Process id: 7',
    });
  });

  it('leaves what a person wrote, and says what differs', () => {
    const written = write({ user: 'anna', exit_code: 3 }, {
      command: 'whoami',
      target_host: 'dc01',
      operator: 'Ola',
      red_comment: 'Planned',
      target_user: null,
    } as never);
    assert.ok(!('command' in written) && !('target_host' in written));
    assert.equal(written.target_user, 'anna');
    assert.equal(written.operator, 'Ola');
    assert.equal(written.attack_result, 'failed');
    assert.equal(written.red_comment, 'Planned\nHost: ws01\nExit code: 3');
  });

  it('has a long output as far as the field goes, and no more comment than that', () => {
    const written = write({ output: 'x'.repeat(longestText + 1) });
    assert.equal(written.output?.length, longestText);
    assert.match(written.output ?? '', /\[… cut: 200,001 characters in all\]$/);
    const full = { red_comment: 'y'.repeat(longestText) } as never;
    assert.equal(write({ process_id: 1 }, full).red_comment, undefined);
    const nearly = { red_comment: 'y'.repeat(longestText - 2000), command: 'a' } as never;
    assert.equal(write({ command: 'z'.repeat(5000) }, nearly).red_comment?.length, longestText);
  });

  it('has the comment of the program after that of a person', () => {
    const written = write({ comment: 'Tool: psexec', command: '' }, { red_comment: 'Planned' } as never);
    assert.equal(written.red_comment, 'Planned\nTool: psexec');
    assert.ok(!('command' in written));
  });

  it('names a technique that the catalogue lacks', () => {
    const sent = execution({ technique: 'T9999' });
    const written = writeExecution(sent, blank as never, { operator, isKnown: false });
    assert.equal(written.red_comment, 'Technique: T9999');
  });

  it('shows control characters in a file', () => {
    assert.equal(toFile('a\u0001\tb\u001b[0m\u001f').toString(), 'a␁\tb\u001b[0m␟');
  });
});

describe('a body of executions', () => {
  const pathsOf = (sent: unknown) =>
    executionsBody.safeParse(sent).error?.issues.map(({ path }) => path.join('.'));
  const one = { external_id: 'a', command: 'id', executed_at: '2026-09-01T08:00:02Z', host: 'h' };
  const rows: [what: string, sent: unknown, paths: string[] | undefined][] = [
    ['of one', one, undefined],
    ['of several', [one, one], undefined],
    ['of none', [], ['']],
    ['of too many', Array.from({ length: 501 }, () => one), ['']],
    ['of no object', 'x', ['']],
    ['with a field missing', { ...one, host: undefined }, ['host']],
    [
      'with a bad time in the fourth',
      [one, one, one, { ...one, executed_at: 'now' }],
      ['executions[3].executed_at'],
    ],
    [
      'with an end before the start',
      [{ ...one, ended_at: '2026-09-01T08:00:01Z' }],
      ['executions[0].ended_at'],
    ],
    ['with a technique in words', { ...one, technique: 'Discovery' }, ['technique']],
  ];
  for (const [what, sent, paths] of rows) it(what, () => assert.deepEqual(pathsOf(sent), paths));
});
