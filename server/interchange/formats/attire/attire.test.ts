import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fileOf,
  readPlan,
  recognise,
  refusalOf,
  sourceOf,
  writeFiles,
} from '../../../../test/support/interchange/interchange.ts';
import { sampleMission } from '../../../../test/support/missions/exercise-samples.ts';
import { blankExecution } from '../../exercise/blank.ts';
import type { PlannedExecution } from '../../plan.ts';
import { attireReader } from './read.ts';
import { attireWriter } from './write.ts';

type Fields = Record<string, unknown>;

const step: Fields = {
  command: 'regsvr32 /s a.sct',
  executor: 'command_prompt',
  order: 1,
  output: [
    { content: 'done', level: 'STDOUT', type: 'console' },
    { content: 'a warning', level: 'STDERR', type: 'console' },
  ],
  'time-start': '2021-10-27T02:02:23.000Z',
  'time-stop': '2021-10-27T02:02:25.000Z',
};

const procedure: Fields = {
  'procedure-name': 'Regsvr32 local COM scriptlet execution',
  'procedure-description': 'Runs a scriptlet',
  'procedure-id': { type: 'guid', id: '449aa403-6aba-47ce-8a37-247d21ef0306' },
  'mitre-technique-id': 'T1218.010',
  order: 1,
  steps: [step],
};

/** A log as the logger of Invoke-AtomicRedTeam writes it. */
function logOf(procedures: unknown, data: Fields = {}): string {
  return JSON.stringify({
    'attire-version': '1.1',
    'execution-data': {
      'execution-command': 'Invoke-AtomicTest T1218.010',
      'execution-id': 'ZTg3',
      'execution-source': 'Invoke-Atomicredteam',
      'execution-category': { name: 'Atomic Red Team', abbreviation: 'ART' },
      target: { host: 'WIN1', ip: '192.0.2.7', path: 'C:\\Windows', user: 'alice' },
      'time-generated': '2021-10-27T02:03:00.000Z',
      ...data,
    },
    procedures,
  });
}

async function readOne(more: Fields, data: Fields = {}): Promise<PlannedExecution> {
  const { executions, refused } = await readPlan(
    attireReader,
    fileOf('a.json', logOf([{ ...procedure, ...more }], data)),
  );
  assert.deepEqual(refused, []);
  return executions[0] as PlannedExecution;
}

describe('a log of ATTiRe', () => {
  it('has an execution for each procedure', async () => {
    const source = fileOf('a.json', logOf([procedure]));
    assert.equal(await recognise(attireReader, source), 'yes');
    const { executions, version, notes } = await readPlan(attireReader, source);
    assert.deepEqual([version, notes], ['1.1', []]);
    assert.deepEqual(executions, [
      {
        ...blankExecution('procedure 1', 'ZTg3/1', 'Regsvr32 local COM scriptlet execution'),
        leftover: [
          'target ip: 192.0.2.7',
          'target path: C:\\Windows',
          'execution-command: Invoke-AtomicTest T1218.010',
          'execution-source: Invoke-Atomicredteam',
          'execution-category: {"name":"Atomic Red Team","abbreviation":"ART"}',
          'executor: command_prompt',
          'procedure-description: Runs a scriptlet',
        ],
        catalog_tags: ['T1218.010'],
        template: '449aa403-6aba-47ce-8a37-247d21ef0306',
        command: 'regsvr32 /s a.sct',
        output: 'done\n\n[STDERR]\na warning',
        executed_at: '2021-10-27T02:02:23.000Z',
        started_at: '2021-10-27T02:02:23.000Z',
        ended_at: '2021-10-27T02:02:25.000Z',
        target_host: 'WIN1',
        target_user: 'alice',
      },
    ]);
  });

  it('has the steps of a procedure in their order', async () => {
    const steps = [
      {
        command: 'second',
        order: 2,
        'time-start': '2021-10-27T02:05:00Z',
        'time-stop': '2021-10-27T02:06:00Z',
      },
      {
        command: 'first',
        order: 1,
        'time-start': '2021-10-27T02:02:00Z',
        'time-stop': '2021-10-27T02:03:00Z',
        output: [],
      },
    ];
    const execution = await readOne({ steps });
    assert.deepEqual(
      [execution.command, execution.output, execution.started_at, execution.ended_at],
      ['first\nsecond', null, '2021-10-27T02:02:00.000Z', '2021-10-27T02:06:00.000Z'],
    );
  });

  const odd: [
    title: string,
    more: Fields,
    data: Fields,
    expected: Partial<PlannedExecution>,
    leftover: RegExp,
  ][] = [
    [
      'a time without a zone',
      { steps: [{ ...step, 'time-start': '2021-10-27 02:02:23' }] },
      {},
      { started_at: '2021-10-27T02:02:23.000Z' },
      /^/,
    ],
    [
      'a time that is none',
      { steps: [{ ...step, 'time-stop': '202004171657045' }] },
      {},
      { ended_at: null, executed_at: '2021-10-27T02:02:23.000Z' },
      /Stop: 202004171657045/,
    ],
    [
      'a technique in lower case',
      { 'mitre-technique-id': 't1218.010' },
      {},
      { catalog_tags: ['T1218.010'] },
      /^/,
    ],
    ['no technique', { 'mitre-technique-id': 'CUSTOM-1' }, {}, { catalog_tags: [] }, /Technique: CUSTOM-1/],
    [
      'an id that is no GUID',
      { 'procedure-id': { type: 'x', id: '7' } },
      {},
      { template: null },
      /Procedure id: 7/,
    ],
    [
      'sources',
      {},
      {
        source: [{ ip: '192.0.2.1', domain: 'a.example' }, { domain: 'b.example' }],
        target: { ip: '192.0.2.9' },
      },
      { source_host: '192.0.2.1, b.example', target_host: '192.0.2.9' },
      /^/,
    ],
    ['a list of one as itself', { steps: step }, {}, { command: 'regsvr32 /s a.sct' }, /^/],
    ['no name', { 'procedure-name': '' }, {}, { name: 'T1218.010' }, /^/],
    [
      'fields of VECTR',
      { 'x-vectr-io-testcase-id': 'u-1' },
      { 'group-name': 'Endpoint' },
      {},
      /group-name: Endpoint[\s\S]*x-vectr-io-testcase-id: u-1/,
    ],
    [
      'HTML',
      { steps: [{ ...step, output: [{ content: '<script>1</script>', level: 'INFO', type: 'x' }] }] },
      {},
      { output: '<script>1</script>' },
      /^/,
    ],
  ];
  for (const [title, more, data, expected, leftover] of odd) {
    it(`reads ${title}`, async () => {
      const execution = await readOne(more, data);
      assert.deepEqual({ ...execution, ...expected }, execution);
      assert.match(execution.leftover.join('\n'), leftover);
    });
  }

  it('refuses procedures one by one', async () => {
    const procedures = [
      'text',
      { ...procedure, steps: [] },
      { ...procedure, 'procedure-name': null, 'mitre-technique-id': null },
      { ...procedure, steps: [{ ...step, command: 'x'.repeat(10_000_000) }] },
      procedure,
    ];
    const { executions, refused } = await readPlan(attireReader, fileOf('a.json', logOf(procedures)));
    assert.equal(executions.length, 2);
    assert.deepEqual(
      refused.map(({ row, why }) => `${row}: ${why}`),
      [
        'procedure 1: It is not an object of JSON.',
        'procedure 2: It has no steps.',
        'procedure 3: It has neither a name nor a technique.',
      ],
    );
  });

  it('is read with others from a folder, each execution once', async () => {
    const source = sourceOf('logs', {
      'a.json': logOf([procedure]),
      'b/c.json': `\ufeff${logOf([procedure])}`,
      'd.json': `[${logOf([procedure], { 'execution-id': 'other' })}]`,
    });
    assert.equal(await recognise(attireReader, source), 'yes');
    const { executions, refused } = await readPlan(attireReader, source);
    assert.deepEqual(
      executions.map(({ row }) => row),
      ['a.json, procedure 1', 'd.json, procedure 1'],
    );
    assert.deepEqual(
      refused.map(({ row, why }) => `${row}: ${why}`),
      ['b/c.json, procedure 1: It has the same id as a.json, procedure 1.'],
    );
  });

  for (const [title, text, why] of [
    ['no object', '[1]', /object/],
    ['no execution data', '{"attire-version": "1.1", "procedures": []}', /“execution-data” is missing/],
    ['no procedures', '{"execution-data": {}}', /“procedures” is missing/],
    ['half a file', '{"execution-data": {"exec', /JSON/],
  ] as const) {
    it(`refuses ${title}`, async () =>
      assert.match(await refusalOf(attireReader, fileOf('a.json', text)), why));
  }
});

describe('an export as ATTiRe', () => {
  it('matches the schema of version 1.1', async () => {
    const files = await writeFiles(attireWriter, sampleMission());
    assert.deepEqual(Object.keys(files), ['attire-001.json', 'attire-002.json']);
    for (const content of Object.values(files)) {
      const log = JSON.parse(String(content)) as { 'execution-data': Fields; procedures: Fields[] };
      const data = log['execution-data'];
      for (const field of ['execution-id', 'execution-source', 'time-generated', 'assessment-name'])
        assert.equal(typeof data[field], 'string', field);
      assert.ok(Object.values(data.target as Fields).every((value) => typeof value === 'string'));
      assert.ok(log.procedures.length > 0);
      for (const one of log.procedures) {
        assert.equal(typeof one['procedure-name'], 'string');
        assert.match(String(one['mitre-technique-id']), /^T\d{4}/);
        assert.ok(Number.isInteger(one.order));
        for (const each of one.steps as Fields[]) {
          for (const field of ['command', 'time-start', 'time-stop'])
            assert.equal(typeof each[field], 'string', field);
          assert.ok(Number.isInteger(each.order));
          for (const output of each.output as Fields[])
            for (const field of ['type', 'level', 'content'])
              assert.equal(typeof output[field], 'string', field);
        }
      }
    }
  });

  it('has the same runs when read back', async () => {
    const mission = sampleMission();
    const again = sampleMission().scenarios[0]?.tests[0]?.run;
    const test = mission.scenarios[0]?.tests[0];
    if (test === undefined || again === undefined) throw new Error('no test');
    test.closed_runs.push({
      ...again,
      command: 'before',
      executed_at: '2026-11-02T09:00:00.000Z',
      started_at: null,
      output: null,
    });
    const { executions } = await readPlan(
      attireReader,
      sourceOf('a.zip', await writeFiles(attireWriter, mission)),
    );
    const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
    const runs = tests
      .flatMap(({ closed_runs, run }) => [...closed_runs, run])
      .filter((run) => run.executed_at !== null);
    assert.equal(executions.length, runs.length);
    for (const [index, run] of runs.entries()) {
      for (const field of [
        'command',
        'output',
        'red_comment',
        'executed_at',
        'source_host',
        'target_host',
        'target_user',
        'operator',
        'attack_result',
      ] as const)
        assert.equal(executions[index]?.[field], run[field], `${index} ${field}`);
      assert.equal(executions[index]?.ended_at, run.ended_at ?? run.executed_at);
    }
    assert.equal(new Set(executions.map(({ sourceId }) => sourceId)).size, runs.length);
  });
});
