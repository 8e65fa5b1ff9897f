import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { type Members, readPlan, sourceOf } from '../../../test/support/interchange/interchange.ts';
import type { OpenedSource } from '../staging/source.ts';
import { recognise } from './recognise.ts';

function open(files: Members, isArchive: boolean): OpenedSource {
  const source = sourceOf(Object.keys(files)[0] ?? '', files, isArchive);
  const members = source.members.map((member) => ({
    ...member,
    stream: async () => Readable.from([await member.read()]),
  }));
  return { ...source, members, isWorkbook: false, close: async () => {} };
}

const ability = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'List',
  tactic: 'execution',
  technique: { attack_id: 'T1059.001', name: 'PowerShell' },
  platforms: { windows: { psh: { command: 'whoami' } } },
};
const details = { emulation_plan_details: { id: 'p', adversary_name: 'Someone', format_version: '1.0' } };
const testCase = {
  name: 'Export',
  description: 'd',
  guidance: ['ps> x'],
  metadata: { x_vectr_id: '77777777-7777-4777-8777-777777777771', tid: 'T1114.002' },
};
const atomic = {
  attack_technique: 'T1003',
  display_name: 'd',
  atomic_tests: [
    { name: 'a', description: 'd', supported_platforms: ['linux'], executor: { name: 'sh', command: 'id' } },
  ],
};
const rule = {
  title: 'A rule',
  logsource: { product: 'windows' },
  detection: { a: { b: 1 }, condition: 'a' },
};

/** The same value as written by different tools: in blocks, with indented lists, with sorted keys, in flow style, as JSON. */
function spellings(value: unknown): [name: string, file: string, text: string][] {
  const block = toBlock(value, '');
  const json = JSON.stringify(value);
  return [
    ['in blocks', 'a.yml', block],
    ['with an indented list', 'a.yml', Array.isArray(value) ? block.replaceAll(/^/gm, '  ') : block],
    ['between marks of documents', 'a.yml', `---\n${block}\n---\n`],
    ['with a comment before it', 'a.yaml', `# made by a tool\n\n${block}`],
    ['with sorted keys', 'a.yml', toBlock(sortKeys(value), '')],
    ['in flow style', 'a.yml', json],
    ['in flow style over lines', 'a.yaml', JSON.stringify(value, null, 2)],
    ['with a mark and line ends of Windows', 'a.yml', `\ufeff${block.replaceAll('\n', '\r\n')}`],
    ['as JSON', 'a.json', json],
  ];
}

function toBlock(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    return value.map((item) => `${indent}- ${toBlock(item, `${indent}  `).trimStart()}`).join('\n');
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, inner]) =>
      typeof inner === 'object' && inner !== null
        ? `${indent}${key}:\n${toBlock(inner, `${indent}  `)}`
        : `${indent}${key}: ${JSON.stringify(inner)}`,
    )
    .join('\n');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

const values: [format: string, what: string, value: unknown][] = [
  ['caldera', 'a list with an ability', [ability]],
  ['caldera', 'an ability by itself', ability],
  ['caldera', 'an adversary', { id: 'a', name: 'Thief', description: 'd', atomic_ordering: [ability.id] }],
  ['ctid', 'an emulation plan', [details, ability]],
  ['vectr', 'a bundle', { metadata: { prefix: 'EX', bundle: 'Example' }, Collection: [testCase] }],
  ['vectr', 'a test case by itself', testCase],
  ['atomic', 'a technique', atomic],
  [
    'atomic',
    'an index',
    { execution: { T1003: { technique: { name: 'x' }, atomic_tests: atomic.atomic_tests } }, discovery: {} },
  ],
  ['sigma', 'a rule', rule],
];

describe('a file by itself is recognised by what it is made of', () => {
  for (const [format, what, value] of values) {
    for (const [how, name, text] of spellings(value)) {
      it(`${what} ${how}`, async () => {
        const reader = await recognise(open({ [name]: text }, false));
        assert.equal(reader.format, format);
        const plan = await readPlan(reader, sourceOf(name, { [name]: text }, false));
        assert.deepEqual(plan.refused, []);
        assert.ok(plan.templates.length + plan.scenarios.length + plan.rules.length > 0);
      });
    }
  }
});

const yaml = (value: unknown) => toBlock(value, '');
const noise: Members = {
  'repo/README.md': 'atomic_tests: emulation_plan_details: title: detection:',
  'repo/.github/workflows/ci.yml': 'name: CI\non: push\njobs: {a: {steps: []}}\n',
  'repo/.github/rule.yml': yaml(rule),
  'repo/LICENSE': 'MIT',
  'repo/docs/picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
  '__MACOSX/repo/._a.yml': Buffer.from([0, 5, 22, 7]),
  'repo/.DS_Store': Buffer.from([0, 0, 0, 1]),
  'repo/mkdocs.yml': 'site_name: x\nnav: []\n',
};

describe('a repository is of the format that most of it is, or that reads the others too', () => {
  const other = { ...ability, id: '55555555-5555-4555-8555-555555555555' };
  const repositories: [name: string, format: string, files: Members, templates: number][] = [
    [
      'plans behind abilities',
      'ctid',
      { 'repo/a/old.yml': yaml([other]), 'repo/z/plan.yaml': yaml([details, ability]) },
      2,
    ],
    [
      'abilities that are steps of a plan',
      'ctid',
      { 'repo/a/old.yml': yaml([ability]), 'repo/z/plan.yaml': yaml([details, ability]) },
      1,
    ],
    ['abilities', 'caldera', { 'repo/a.yml': yaml([ability]), 'repo/b.yml': yaml([other]) }, 2],
    [
      'techniques beside an index of them',
      'atomic',
      {
        'repo/atomics/T1003/T1003.yaml': yaml(atomic),
        'repo/atomics/Indexes/index.yaml': yaml({
          execution: { T1003: { atomic_tests: atomic.atomic_tests } },
        }),
      },
      1,
    ],
    [
      'an index alone',
      'atomic',
      {
        'repo/atomics/Indexes/index.yaml': yaml({
          execution: { T1003: { atomic_tests: atomic.atomic_tests } },
          discovery: { T1003: { atomic_tests: atomic.atomic_tests } },
        }),
      },
      1,
    ],
    [
      'a bundle beside its cases',
      'vectr',
      {
        'repo/2026/index.yml': yaml({ metadata: { bundle: 'b' }, Collection: [testCase] }),
        'repo/techniques/T1114/a.yml': yaml(testCase),
      },
      1,
    ],
    [
      'rules beside one ability',
      'sigma',
      {
        'repo/a.yml': yaml([ability]),
        'repo/r1.yml': yaml(rule),
        'repo/r2.yml': yaml({ ...rule, title: 'Another' }),
      },
      0,
    ],
  ];
  for (const [name, format, files, templates] of repositories) {
    for (const isNoisy of [false, true]) {
      it(`${name}${isNoisy ? ', with what repositories have besides' : ''}`, async () => {
        const all = isNoisy ? { ...noise, ...files } : files;
        const reader = await recognise(open(all, true));
        assert.equal(reader.format, format);
        const plan = await readPlan(reader, sourceOf('repo.zip', all));
        assert.deepEqual([plan.refused, plan.templates.length], [[], templates]);
      });
    }
  }
});

describe('a file of no known format is refused for what it is', () => {
  const none: [name: string, files: Members, why: RegExp][] = [
    ['an empty file', { 'a.yml': '' }, /empty/],
    ['JSON that ends too early', { 'a.json': '{"a": [1, 2' }, /not valid JSON/],
    ['fields that nobody knows', { 'a.yml': 'colour: red\nsize: 5\n' }, /fields colour, size/],
    [
      'a bundle of ATT&CK',
      { 'a.json': '{"type":"bundle","objects":[{"type":"attack-pattern"}]}' },
      /catalogue takes it/,
    ],
    ['pictures and texts', { 'README.md': 'x', 'a.png': 'y' }, /nothing but/],
  ];
  for (const [name, files, why] of none) {
    it(name, () => assert.rejects(recognise(open(files, Object.keys(files).length > 1)), { message: why }));
  }

  it('a broken ability is an ability without an id', async () => {
    const { id: _id, ...broken } = ability;
    const files = { 'a.yml': yaml([broken]) };
    const reader = await recognise(open(files, false));
    const plan = await readPlan(reader, sourceOf('a.yml', files, false));
    assert.deepEqual(
      [reader.format, plan.refused.map(({ why }) => why)],
      ['caldera', ['The ability has no id']],
    );
  });
});
