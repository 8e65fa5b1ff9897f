import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readFiles, recognise, refusalOf } from '../../../../test/support/interchange/interchange.ts';
import { calderaReader } from './read.ts';

const adversary = `---
id: adv-1
name: Thief
description: Takes files
atomic_ordering: [ab-2, ab-1, ab-9]
objective: obj-1
tags: [quiet]
`;
const ability = `---
- id: ab-1
  name: Find files
  description: Looks for them
  tactic: credential-access
  technique: {attack_id: T1003.001, name: LSASS Memory}
  privilege: Elevated
  platforms:
    darwin,linux:
      sh:
        command: 'find #{host.dir}'
        cleanup: rm x
        parsers: {some.parser: [{source: host.file}]}
- ability_id: ab-2
  name: Talk
  tactic: execution
  technique_id: T1059.001
  technique_name: PowerShell
  executors:
    - {name: psh, platform: windows, command: whoami, cleanup: [a, b], timeout: 60}
    - {name: cmd, platform: windows, command: whoami}
    - {name: cmd, platform: windows, command: hostname, cleanup: [c]}
`;

describe('abilities and adversaries of Caldera', () => {
  it('become templates, and scenarios in their order', async () => {
    const plan = await readFiles(calderaReader, {
      'data/adversaries/adv-1.yml': adversary,
      'data/abilities/x/ab.yml': ability,
      'data/sources/facts.yml': 'id: s\nname: basic\nfacts: []',
      'data/payloads/x.exe': 'MZ',
    });
    assert.deepEqual(plan.refused, []);
    assert.deepEqual(
      plan.templates.map((template) => [
        template.sourceId,
        template.command,
        template.cleanup_command,
        template.procedure,
        template.platforms,
        template.catalog_tags,
        template.leftover,
      ]),
      [
        [
          'ab-1',
          'find #{host.dir}',
          'rm x',
          'On macOS with sh',
          ['macOS', 'Linux'],
          ['T1003.001'],
          ['privilege: Elevated'],
        ],
        [
          'ab-2',
          'whoami',
          'a\nb',
          'On Windows with psh\n\nOn Windows with cmd:\nhostname\n\nClean-up:\nc',
          ['Windows'],
          ['T1059.001'],
          [],
        ],
      ],
    );
    const [scenario] = plan.scenarios;
    assert.deepEqual(scenario?.templates, ['ab-2', 'ab-1', 'ab-9']);
    assert.deepEqual([scenario.tags, scenario.leftover], [['quiet'], ['objective: obj-1']]);
    assert.deepEqual(plan.notes, [
      'Not read, since they are none of this format: data/sources/facts.yml',
      'data/adversaries/adv-1.yml: of 3 abilities of “Thief”, 1 are in no file here, and are found only if they came in before: ab-9',
    ]);
  });

  it('are read in phases as in Caldera 2 and report missing abilities', async () => {
    const plan = await readFiles(calderaReader, {
      'a.yml': 'id: a\nname: Old\nphases:\n  1: [x, {id: y}]\n  2: [z]\n',
    });
    assert.deepEqual(plan.scenarios[0]?.templates, ['x', 'y', 'z']);
    assert.match(plan.notes[0] ?? '', /of 3 abilities of “Old”, 3 are in no file here/);
  });

  it('keep every clean-up, with a command or without', async () => {
    const read = async (text: string) => {
      const [template] = (await readFiles(calderaReader, { 'a.yml': text })).templates;
      return [template?.command, template?.cleanup_command, template?.procedure];
    };
    const ability = '- id: a\n  name: A\n  tactic: x\n';
    assert.deepEqual(
      await read(`${ability}  platforms: {linux: {sh: {cleanup: rm x}}}\n`),
      [null, 'rm x', 'On Linux with sh: only the clean-up'],
      'nothing but a clean-up',
    );
    assert.deepEqual(
      await read(
        `${ability}  platforms: {linux: {sh: {command: id, cleanup: rm x}}, windows: {psh: {cleanup: del x}}}\n`,
      ),
      ['id', 'rm x', 'On Linux with sh\n\nOn Windows with psh, clean-up:\ndel x'],
      'one beside a command with its own',
    );
    assert.deepEqual(
      await read(`${ability}  platforms: {linux: {sh: {command: id}}, windows: {psh: {cleanup: del x}}}\n`),
      ['id', 'del x', 'On Linux with sh\n\nOn Windows with psh: only the clean-up'],
      'one beside a command without any',
    );
    assert.deepEqual(
      await read(
        `${ability}  executors:\n    - {name: sh, platform: linux, command: id, cleanup: rm x}\n    - {name: sh, platform: darwin, command: id, cleanup: [rm y]}\n`,
      ),
      ['id', 'rm x', 'On Linux with sh\n\nOn macOS with sh, clean-up:\nrm y'],
      'two for the same command',
    );
    assert.deepEqual(
      await read(`${ability}  executors: [{name: sh, cleanup: rm x, cleanup_command: rm y}]\n`),
      [null, 'rm y\nrm x', 'With sh: only the clean-up'],
      'in both fields',
    );
  });

  it('are refused without an id', async () => {
    const plan = await readFiles(calderaReader, {
      'a.yml': '- atomic_ordering: []\n- executors: []\n  name: x\n- 5\n',
    });
    assert.deepEqual(
      plan.refused.map(({ row, why }) => `${row}: ${why}`),
      [
        'a.yml, entry 1: The adversary has no id and no name',
        'a.yml, entry 2: The ability has no id',
        'a.yml, entry 3: It is no ability and no adversary',
      ],
    );
  });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const step = (change: object) => ({
  link_id: 'l-1',
  ability_id: 'ab-1',
  command: 'whoami -enc',
  plaintext_command: 'whoami',
  delegated: '2026-07-01T10:00:00Z',
  run: '2026-07-01T10:00:09Z',
  status: 0,
  platform: 'windows',
  executor: 'psh',
  pid: 42,
  description: 'Who are we?',
  name: 'Identify',
  attack: { tactic: 'execution', technique_name: 'PowerShell', technique_id: 'T1059.001' },
  output: { stdout: 'corp\\jo', stderr: '', exit_code: '0' },
  agent_reported_time: '2026-07-01T10:00:05Z',
  ...change,
});
const report = {
  name: 'Op 1',
  host_group: [{ paw: 'p1', host: 'ws1', username: 'CORP\\jo', group: 'red' }],
  start: '2026-07-01T09:59:00Z',
  steps: {
    p1: {
      steps: [
        step({
          link_id: 'l-2',
          delegated: '2026-07-01T10:05:00Z',
          agent_reported_time: undefined,
          status: 1,
          output: base64('{"stdout":"a","stderr":"b","exit_code":"1"}'),
        }),
        step({}),
        step({
          link_id: 'l-3',
          agent_reported_time: '2026-07-01T11:00:00Z',
          status: 124,
          output: 'plain words',
        }),
        step({ link_id: 'l-4', agent_reported_time: '2026-07-01T11:01:00Z', status: -2, output: undefined }),
        step({
          link_id: 'l-5',
          agent_reported_time: '2026-07-01T11:02:00Z',
          status: 255,
          output: base64('line 1\nline 2\n'),
        }),
        step({ link_id: 'l-6', agent_reported_time: '2026-07-01T11:03:00Z', status: -3, output: '' }),
      ],
    },
  },
  finish: '2026-07-02T00:00:00Z',
  planner: 'atomic',
  adversary: { name: 'Thief', adversary_id: 'adv-1' },
  jitter: '2/8',
  facts: [],
  skipped_abilities: [
    {
      p1: [
        { reason: 'Agent not trusted', ability_id: 'ab-7', ability_name: 'Hide' },
        { reason: 'Other', ability_id: 'ab-1' },
      ],
    },
    { p2: [{ reason: 'Platform not available', ability_id: 'ab-7', ability_name: 'Hide' }] },
  ],
};

describe('operations of Caldera', () => {
  it('become missions from their report', async () => {
    const plan = await readFiles(calderaReader, { 'op.json': JSON.stringify(report) });
    assert.deepEqual(plan.refused, []);
    const [mission] = plan.missions;
    assert.deepEqual(
      [mission?.name, mission?.sourceId, mission?.start_date, mission?.end_date, mission?.leftover],
      ['Op 1', 'Op 1 2026-07-01T09:59:00Z', '2026-07-01', '2026-07-02', ['jitter: 2/8']],
    );
    const [scenario] = mission?.scenarios ?? [];
    assert.equal(scenario?.name, 'Thief');
    assert.deepEqual(
      scenario?.tests.map(({ sourceId, status, run }) => [
        sourceId.split('/').at(-1),
        status,
        run.attack_result,
        run.output,
        run.red_comment,
      ]),
      [
        ['l-1', 'executed', 'succeeded', 'corp\\jo', null],
        ['l-2', 'executed', 'failed', 'a\nb', 'Exit code: 1'],
        ['l-3', 'executed', 'failed', 'plain words', 'It took longer than Caldera waits.'],
        ['l-4', 'skipped', null, null, 'It was discarded in Caldera.'],
        ['l-5', 'executed', 'failed', 'line 1\nline 2\n', 'Its status is 255.'],
        ['l-6', 'pending', null, null, 'Caldera had no answer of the agent.'],
        ['ab-7', 'skipped', null, null, 'p1: Agent not trusted\np2: Platform not available'],
      ],
    );
    const [test] = scenario?.tests ?? [];
    assert.deepEqual([test?.platforms, test?.catalog_tags], [['Windows'], ['T1059.001']]);
    assert.deepEqual(test?.leftover, [
      'command as sent: whoami -enc',
      'paw: p1',
      'pid: 42',
      'executor: psh',
      'ability: ab-1',
    ]);
    const { command, executed_at, started_at, ended_at, target_host, target_user } = test?.run ?? {};
    assert.deepEqual(
      [command, executed_at, started_at, ended_at, target_host, target_user],
      [
        'whoami',
        '2026-07-01T10:00:05.000Z',
        '2026-07-01T10:00:00.000Z',
        '2026-07-01T10:00:09.000Z',
        'ws1',
        'CORP\\jo',
      ],
    );
  });

  it('become missions from the second API’s report', async () => {
    const { steps: _, skipped_abilities: __, ...rest } = report;
    const link = {
      id: 'l-1',
      paw: 'p1',
      host: 'ws1',
      command: base64('whoami'),
      plaintext_command: base64('whoami'),
      status: 0,
      decide: '2026-07-01T10:00:00Z',
      collect: '2026-07-01T10:00:03Z',
      finish: '2026-07-01T10:00:09Z',
      output: 'True',
      ability: { ability_id: 'ab-1', name: 'Identify', tactic: 'execution', technique_id: 'T1059.001' },
      executor: { name: 'psh', platform: 'windows' },
    };
    const plan = await readFiles(calderaReader, { 'op.json': JSON.stringify({ ...rest, chain: [link] }) });
    const [test] = plan.missions[0]?.scenarios[0]?.tests ?? [];
    assert.deepEqual(
      [
        test?.name,
        test?.run.command,
        test?.run.output,
        test?.run.executed_at,
        test?.run.target_user,
        test?.platforms,
      ],
      ['Identify', 'whoami', null, '2026-07-01T10:00:03.000Z', 'CORP\\jo', ['Windows']],
    );
    assert.equal(plan.missions[0]?.path, undefined);
  });

  it('follow the links that collected the facts they use, and not those before them', async () => {
    const { steps: _, skipped_abilities: __, ...rest } = report;
    const link = (id: string, used: object[] = []) => ({
      id,
      paw: 'p1',
      command: base64('id'),
      status: 0,
      decide: '2026-07-01T10:00:00Z',
      ability: { ability_id: id, name: id },
      used,
    });
    const fact = (...links: string[]) => ({ trait: 'host.user.name', value: 'jo', links });
    const chain = [link('a'), link('b'), link('c', [fact('a'), fact('a', 'gone', 'c')])];
    const plan = await readFiles(calderaReader, { 'op.json': JSON.stringify({ ...rest, chain }) });
    assert.deepEqual(plan.missions[0]?.path, [{ test: 'c', follows: 'a', condition: null }]);
  });

  it('become missions from their event log', async () => {
    const event = {
      command: 'id',
      plaintext_command: 'id',
      delegated_timestamp: '2026-07-01T10:00:00Z',
      collected_timestamp: '2026-07-01T10:00:04Z',
      finished_timestamp: '2026-07-01T10:00:09Z',
      status: 0,
      platform: 'linux',
      executor: 'sh',
      pid: 7,
      agent_metadata: { paw: 'p1', host: 'web1', username: 'root' },
      ability_metadata: { ability_id: 'ab-1', ability_name: 'Identify', ability_description: 'Who?' },
      operation_metadata: {
        operation_name: 'Op 2',
        operation_start: '2026-07-01T09:00:00Z',
        operation_adversary: 'Thief',
      },
      attack_metadata: { tactic: 'discovery', technique_name: 'x', technique_id: 'T1033' },
    };
    const plan = await readFiles(calderaReader, { 'log.json': JSON.stringify([event, event]) });
    const [mission] = plan.missions;
    assert.deepEqual([mission?.name, mission?.scenarios[0]?.name], ['Op 2', 'Thief']);
    const tests = mission?.scenarios[0]?.tests ?? [];
    assert.equal(tests.length, 2);
    assert.deepEqual(
      [tests[0]?.name, tests[0]?.run.target_host, tests[0]?.run.executed_at, tests[0]?.catalog_tags],
      ['Identify', 'web1', '2026-07-01T10:00:04.000Z', ['T1033', 'TA0007']],
    );
  });

  it('are recognised, as are their parts, and other files are refused', async () => {
    const known: [name: string, text: string, how: string][] = [
      ['a.yml', adversary, 'yes'],
      ['a.yml', ability, 'yes'],
      ['a.yml', 'title: x\ndetection: {}', 'no'],
      ['a.json', JSON.stringify(report), 'yes'],
      ['a.json', '{"name": "x"}', 'no'],
    ];
    for (const [name, text, how] of known)
      assert.equal(await recognise(calderaReader, fileOf(name, text)), how);
    for (const text of ['{}', '[]', '5', '{"name": "x", "steps": []}']) {
      assert.match(await refusalOf(calderaReader, fileOf('a.json', text)), /no report of an operation/);
    }
  });
});
