import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fileOf,
  readFiles,
  recognise,
  refusalOf,
  writeFiles,
} from '../../../../test/support/interchange/interchange.ts';
import { blankFact, blankMission, blankRun, blankTest } from '../../exercise/blank.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { orderActions } from './order.ts';
import { attackFlowReader } from './read.ts';
import { attackFlowWriter } from './write.ts';

const idOf = (type: string, number: number) =>
  `${type}--00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const action = (number: number, change: object = {}) => ({
  type: 'attack-action',
  id: idOf('attack-action', number),
  spec_version: '2.1',
  name: `Action ${number}`,
  ...change,
});
const to = (...numbers: number[]) => ({
  effect_refs: numbers.map((number) => idOf('attack-action', number)),
});
const flow = (...starts: number[]) => ({
  type: 'attack-flow',
  id: idOf('attack-flow', 1),
  name: 'Breach',
  description: 'How it went',
  scope: 'incident',
  start_refs: starts.map((number) => idOf('attack-action', number)),
});
const bundle = (...objects: object[]) => JSON.stringify({ type: 'bundle', id: idOf('bundle', 1), objects });
const read = (...objects: object[]) => readFiles(attackFlowReader, { 'flow.json': bundle(...objects) });

describe('flows that come in', () => {
  it('become templates, and a scenario in the order of effects', async () => {
    const plan = await read(
      {
        type: 'extension-definition',
        id: idOf('extension-definition', 1),
        name: 'Attack Flow',
        version: '2.0.0',
      },
      flow(1),
      action(3, { technique_ref: idOf('attack-pattern', 1), tactic_ref: idOf('x-mitre-tactic', 1) }),
      action(1, {
        technique_id: 'T1003.001',
        tactic_id: 'TA0006',
        description: 'Dumps it',
        command_ref: idOf('process', 1),
        asset_refs: [idOf('attack-asset', 1)],
        execution_start: '2026-07-01T10:00:00Z',
        confidence: 80,
        effect_refs: [idOf('attack-condition', 1)],
      }),
      {
        type: 'attack-condition',
        id: idOf('attack-condition', 1),
        description: 'It worked',
        on_true_refs: [idOf('attack-operator', 1)],
        on_false_refs: [idOf('attack-action', 2)],
      },
      { type: 'attack-operator', id: idOf('attack-operator', 1), operator: 'OR', ...to(3) },
      action(2, { technique_id: 'magic', effect_refs: [idOf('attack-operator', 1)] }),
      { type: 'attack-asset', id: idOf('attack-asset', 1), name: 'ws1' },
      { type: 'process', id: idOf('process', 1), command_line: 'dump.exe', cwd: 'C:\\' },
      {
        type: 'attack-pattern',
        id: idOf('attack-pattern', 1),
        external_references: [{ source_name: 'mitre-attack', external_id: 'T1059.001' }],
      },
      {
        type: 'x-mitre-tactic',
        id: idOf('x-mitre-tactic', 1),
        external_references: [{ source_name: 'mitre-attack', external_id: 'TA0003' }],
      },
    );
    assert.equal(plan.version, '2.0.0');
    assert.deepEqual([plan.refused, plan.notes], [[], []]);
    assert.deepEqual(
      plan.templates.map(({ name, command, catalog_tags, source, leftover }) => [
        name,
        command,
        catalog_tags,
        source,
        leftover,
      ]),
      [
        [
          'Action 1',
          'dump.exe',
          ['T1003.001'],
          'Attack Flow: Breach',
          ['cwd: C:\\', 'assets: ws1', 'execution_start: 2026-07-01T10:00:00Z', 'confidence: 80'],
        ],
        ['Action 2', null, [], 'Attack Flow: Breach', ['technique: magic']],
        ['Action 3', null, ['T1059.001', 'TA0003'], 'Attack Flow: Breach', []],
      ],
    );
    const [scenario] = plan.scenarios;
    assert.deepEqual(
      scenario?.templates,
      [1, 2, 3].map((number) => idOf('attack-action', number)),
    );
    // Action 3 follows 1 under the condition and 2 without one, both by way of the operator.
    assert.deepEqual(scenario.follows, [
      { position: 1, follows: 0, condition: 'not: It worked' },
      { position: 2, follows: 0, condition: 'It worked' },
      { position: 2, follows: 1, condition: null },
    ]);
    assert.deepEqual(scenario.leftover, [
      'condition: It worked; if so: OR; if not: Action 2',
      'operator: OR of It worked, Action 2; then: Action 3',
      'scope: incident',
      'attack-asset: {"name":"ws1"}',
    ]);
  });

  it('report unreachable and missing objects', async () => {
    const plan = await read(flow(1), action(2), action(1, to(9)));
    assert.deepEqual(
      plan.templates.map(({ name }) => name),
      ['Action 1', 'Action 2'],
    );
    assert.deepEqual(plan.notes, [
      'flow.json: nothing leads to 1 of the actions; they stand last',
      'flow.json: 1 effects are not in the file',
    ]);
  });

  it('use the later version of an object', async () => {
    const [older, newer] = ['2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
    const plan = await read(
      flow(1),
      action(1, { modified: newer }),
      action(1, { modified: older, name: 'Old' }),
    );
    assert.deepEqual(
      plan.templates.map(({ name }) => name),
      ['Action 1'],
    );
  });

  it('are recognised, and other files are refused', async () => {
    assert.equal(await recognise(attackFlowReader, fileOf('a.json', bundle(flow(1)))), 'yes');
    assert.equal(await recognise(attackFlowReader, fileOf('a.json', bundle({ type: 'malware' }))), 'no');
    assert.match(await refusalOf(attackFlowReader, fileOf('a.json', bundle())), /no Attack Flow/);
    const builder = JSON.stringify({ schema: 'attack_flow_v2', objects: [] });
    assert.equal(await recognise(attackFlowReader, fileOf('a.afb', builder)), 'yes');
    assert.match(await refusalOf(attackFlowReader, fileOf('a.afb', builder)), /publish it there/);
  });
});

describe('the order of a graph', () => {
  const orders: [
    name: string,
    edges: Record<string, string[]>,
    starts: string[],
    order: string,
    rest?: string,
  ][] = [
    ['a line', { a: ['b'], b: ['c'], c: [] }, ['a'], 'abc'],
    ['branches that meet', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, ['a'], 'abcd'],
    ['several starts', { a: ['c'], b: ['c'], c: [] }, ['a', 'b'], 'abc'],
    ['a long way round', { a: ['d', 'b'], b: ['c'], c: ['d'], d: [] }, ['a'], 'abcd'],
    ['a circle', { a: ['b'], b: ['c'], c: ['a'] }, ['a'], 'abc'],
    ['one that leads to itself', { a: ['a', 'b'], b: ['b'] }, ['a'], 'ab'],
    ['what nothing leads to', { a: [], y: ['x'], x: [], z: ['z'] }, ['a'], 'a', 'zyx'],
    ['no start', { a: ['b'], b: ['a'] }, [], '', 'ab'],
  ];
  for (const [name, edges, starts, order, rest = ''] of orders) {
    it(`is found for ${name}`, () => {
      const found = orderActions(new Map(Object.entries(edges)), starts);
      assert.deepEqual([found.order.join(''), found.unreached.length], [order, rest.length]);
      assert.deepEqual(found.unreached.toSorted(), [...rest].toSorted());
    });
  }

  it('is found for a circle as long as a file may be', () => {
    const count = 100_000;
    const graph = new Map(Array.from({ length: count }, (_, at) => [String(at), [String((at + 1) % count)]]));
    assert.deepEqual(orderActions(graph, ['0']).order.slice(-1), [String(count - 1)]);
  });
});

function test(
  name: string,
  change: Partial<PlannedTest>,
  run: Partial<PlannedTest['run']> = {},
): PlannedTest {
  return { ...blankTest('', name, name), ...change, run: { ...blankRun(), ...run } };
}

const mission: PlannedMission = {
  ...blankMission('', 'm', 'Autumn \ud800'),
  description: 'Why',
  start_date: '2026-07-01',
  scenarios: [
    {
      name: 'one',
      description: null,
      tests: [
        test(
          'second',
          { status: 'executed', catalog_tags: ['T1003.001'], description: '<b>' },
          {
            executed_at: '2026-07-02T10:00:00.000Z',
            command: 'dump',
            target_host: 'ws1',
            attack_result: 'failed',
            facts: [{ ...blankFact('alerted', 'yes'), tool: 'EDR' }],
          },
        ),
        test('never', { status: 'skipped' }),
      ],
    },
    {
      name: 'two',
      description: null,
      tests: [
        test(
          'first',
          { status: 'reviewed_by_blue' },
          {
            executed_at: '2026-07-01T10:00:00.000Z',
            ended_at: '2026-07-01T11:00:00.000Z',
            target_host: 'ws1',
          },
        ),
      ],
    },
  ],
};

type Object = Record<string, unknown> & { type: string; id: string };

async function write(of: PlannedMission): Promise<Object[]> {
  const files = await writeFiles(attackFlowWriter, of);
  return JSON.parse(String(files['attack-flow.json'])).objects;
}

/** Violations of schema 2.0.0 of Attack Flow, by its own rules for each type. */
function complain(objects: readonly Object[]): string[] {
  const ids = new Set(objects.map(({ id }) => id));
  const needed: Record<string, string[]> = {
    'attack-flow': ['name', 'start_refs', 'scope'],
    'attack-action': ['name'],
    'attack-asset': ['name'],
    'attack-condition': ['description'],
  };
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;
  return objects.flatMap((object) => {
    const complaints: string[] = [];
    const needs = (holds: boolean, what: string) => {
      if (!holds) complaints.push(`${object.type}: ${what}`);
    };
    const uuid = /^[a-z-]+--[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    needs(uuid.test(object.id) && object.id.startsWith(`${object.type}--`), 'id');
    needs(object.spec_version === '2.1', 'spec_version');
    for (const [field, value] of Object.entries(object)) {
      if (/_refs$/.test(field))
        needs((value as string[]).length > 0 && (value as string[]).every((id) => ids.has(id)), field);
      if (/_ref$/.test(field)) needs(ids.has(value as string), field);
      if (/^(?:created|modified|execution_start|execution_end)$/.test(field))
        needs(time.test(String(value)), field);
    }
    for (const field of needed[object.type] ?? [])
      needs(object[field] !== undefined && object[field] !== '', field);
    if (object.type in needed) needs(JSON.stringify(object.extensions).includes('new-sdo'), 'extensions');
    return complaints;
  });
}

describe('flows that go out', () => {
  it('are the tests that were run, in the order of their times', async () => {
    const objects = await write(mission);
    assert.deepEqual(complain(objects), []);
    const actions = objects.filter(({ type }) => type === 'attack-action');
    assert.deepEqual(
      actions.map(({ name, description, tactic_id, technique_id }) => [
        name,
        description,
        tactic_id,
        technique_id,
      ]),
      [
        ['first', undefined, undefined, undefined],
        ['second', '<b>\n\nAttack: Failed\nOutcome: Alerted\nAlerted: Yes by EDR', 'TA0006', 'T1003.001'],
      ],
    );
    assert.deepEqual(await write(mission), objects, 'the same each time');
    assert.deepEqual(
      actions.map(({ effect_refs }) => effect_refs),
      [undefined, undefined],
      'order in time is no cause',
    );
    const [flow] = objects.filter(({ type }) => type === 'attack-flow');
    assert.deepEqual(
      flow?.start_refs,
      actions.map(({ id }) => id),
    );
  });

  it('have the effects of the attack path, with its conditions, and come back with them', async () => {
    const [plain, under] = ['run', 'also run'].map((name) => test(name, { status: 'executed' }));
    const path = [
      { test: 'run', follows: 'first', condition: null },
      { test: 'also run', follows: 'first', condition: 'if it cracks' },
      { test: 'also run', follows: 'run', condition: null },
      // A test that was not run is not in the flow.
      { test: 'never', follows: 'first', condition: null },
    ];
    const of = {
      ...mission,
      path,
      scenarios: [
        ...mission.scenarios,
        { name: 'three', description: null, tests: [plain, under] as PlannedTest[] },
      ],
    };
    const objects = await write(of);
    assert.deepEqual(complain(objects), []);
    const files = await writeFiles(attackFlowWriter, of);
    const plan = await readFiles(attackFlowReader, { 'flow.json': files['attack-flow.json'] ?? '' });
    assert.deepEqual([plan.refused, plan.notes], [[], []]);
    const names = plan.templates.map(({ name }) => name);
    const [scenario] = plan.scenarios;
    assert.deepEqual(
      scenario?.follows
        ?.map(({ position, follows, condition }) => [names[position], names[follows], condition])
        .toSorted(),
      [
        ['also run', 'first', 'if it cracks'],
        ['also run', 'run', null],
        ['run', 'first', null],
      ],
    );
  });

  it('are imported again in their order', async () => {
    const files = await writeFiles(attackFlowWriter, mission);
    const plan = await readFiles(attackFlowReader, { 'flow.json': files['attack-flow.json'] ?? '' });
    assert.deepEqual([plan.refused, plan.notes], [[], []]);
    assert.deepEqual(
      plan.templates.map(({ name, command }) => [name, command]),
      [
        ['first', null],
        ['second', 'dump'],
      ],
    );
    assert.equal(plan.scenarios[0]?.name, 'Autumn \ufffd');
  });

  for (const [name, tests] of [
    ['nothing was run', [test('planned', {})]],
    ['there are no tests', []],
  ] as const) {
    it(`are complete where ${name}`, async () => {
      const objects = await write({
        ...mission,
        scenarios: [{ name: 's', description: null, tests: [...tests] }],
      });
      assert.deepEqual(complain(objects), []);
    });
  }
});
