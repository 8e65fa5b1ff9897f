import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { mission, template } from '../../../../test/support/interchange/whole-mission.ts';
import type { ExportedFile, ImportSource, KnownAttack } from '../../format.ts';
import type { ImportPlan, PlannedMission, PlannedTemplate } from '../../plan.ts';
import { damsonReader } from './read.ts';
import { damsonLibraryWriter, damsonMissionWriter } from './write.ts';

const attack: KnownAttack = { nameOf: () => null, tacticsOf: () => [] };
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const manifest = '{"format": "damson", "version": "1.2"}';

type Files = Record<string, string | Buffer>;

function toSource(files: Files): ImportSource {
  const members = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content as string);
    return { name, size: bytes.length, read: async () => bytes };
  });
  return { name: 'library.zip', isArchive: true, members };
}

const read = (files: Files): Promise<ImportPlan> =>
  damsonReader.read(toSource(files), { choices: {}, attack, progress: () => {} });
const readLines = (...lines: object[]) =>
  read({ 'manifest.json': manifest, 'library.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });

async function collect(written: AsyncIterable<ExportedFile>): Promise<Files> {
  const files: Files = {};
  for await (const { name, content } of written) {
    assert.ok(!(name in files), `${name} is written once`);
    files[name] = content;
  }
  return files;
}

const contents: Record<string, Buffer> = {
  'a.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
  'same.txt': Buffer.from('twice'),
  'b.txt': Buffer.from('twice'),
};
const writeMission = (of: PlannedMission) =>
  collect(damsonMissionWriter.write(of, { attack, open: async (member) => contents[member]! }));

/** Places in a file, and the names of its evidence, are specific to that file. */
const withoutPlaces = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, item) => (key === 'row' || key === 'member' ? undefined : item)));

describe('a library', () => {
  it('is written and read back to the same', async () => {
    const scenario = {
      row: 'row 3',
      sourceId: 'scenario',
      leftover: [],
      name: 'Both',
      description: null,
      tags: ['a'],
      catalog_tags: ['T1003'],
      templates: ['dump', 'of before'],
      follows: [{ position: 1, follows: 0, condition: 'if so' }],
    };
    const bare: PlannedTemplate = {
      ...template,
      sourceId: 'bare',
      expectations: [],
      variables: {},
      opsec: null,
    };
    const files = await collect(
      damsonLibraryWriter.write({ templates: [template, bare], scenarios: [scenario] }, { attack }),
    );
    assert.deepEqual(Object.keys(files), ['manifest.json', 'library.jsonl']);
    const plan = await read(files);
    assert.deepEqual([plan.refused, plan.notes, plan.version], [[], [], '1.7']);
    assert.deepEqual(withoutPlaces(plan.templates), withoutPlaces([template, bare]));
    assert.deepEqual(withoutPlaces(plan.scenarios), withoutPlaces([scenario]));
    assert.equal(plan.scenarios[0]!.row, 'library.jsonl, line 3');
  });

  it('may be empty', async () => {
    const files = await collect(damsonLibraryWriter.write({ templates: [], scenarios: [] }, { attack }));
    assert.deepEqual((await read(files)).templates, []);
  });

  it('is split into several files if it is large', async () => {
    const templates = Array.from({ length: 20 }, (_, index) => ({
      ...template,
      sourceId: `${index}`,
      description: 'x'.repeat(900_000),
    }));
    const files = await collect(damsonLibraryWriter.write({ templates, scenarios: [] }, { attack }));
    assert.deepEqual(Object.keys(files), ['manifest.json', ...['', '-2'].map((n) => `library${n}.jsonl`)]);
    assert.deepEqual(
      (await read(files)).templates.map(({ sourceId }) => sourceId),
      templates.map(({ sourceId }) => sourceId),
    );
  });

  it('is recognised by its manifest, also within a folder', async () => {
    const recognise = (files: Record<string, string>) =>
      damsonReader.recognise(toSource(files), new Map(Object.entries(files)));
    assert.equal(recognise({ 'x/manifest.json': manifest }), 'yes');
    assert.equal(recognise({ 'manifest.json': '{"format": "other"}', 'library.jsonl': '' }), 'no');
    const plan = await read({
      'x/manifest.json': manifest,
      'x/library.jsonl': '{"kind":"test_template","id":"1","name":"A"}\r\n\r\n',
      'x/readme.txt': '',
    });
    assert.deepEqual([plan.templates.length, plan.refused], [1, []]);
    assert.deepEqual(plan.notes, ['“x/readme.txt” is no part of the library and was passed over.']);
  });
});

describe('a mission as a library', () => {
  it('is written and read back to the same, with its evidence', async () => {
    const files = await writeMission(mission);
    const digests = [contents['a.png']!, contents['b.txt']!].map(sha256);
    assert.deepEqual(Object.keys(files), [
      'manifest.json',
      ...digests.map((digest) => `evidence/${digest}`),
      'mission.jsonl',
    ]);
    const plan = await read(files);
    assert.deepEqual([plan.refused, plan.notes], [[], []]);
    assert.deepEqual(withoutPlaces(plan.missions), withoutPlaces([mission]));
    const { evidence } = plan.missions[0]!.scenarios[0]!.tests[0]!.run;
    assert.deepEqual(
      evidence.map(({ member }) => files[member]),
      [contents['a.png'], contents['same.txt'], contents['b.txt']],
    );
  });

  it('names evidence that is missing or damaged, and keeps the rest', async () => {
    const files = await writeMission(mission);
    const [, png, log] = Object.keys(files);
    delete files[png!];
    files[log!] = 'changed';
    const plan = await read(files);
    assert.equal(plan.missions[0]!.scenarios[0]!.tests.length, 1);
    assert.deepEqual(
      plan.refused.map(({ why }) => why),
      [
        'Its evidence “proxy.png” is missing',
        'Its evidence “a/../b "c".png” is missing',
        'Its evidence “a/../b "c".png” is missing',
        'Its evidence “log.txt” is damaged: its SHA-256 is another one',
        'Its evidence “b.txt” is damaged: its SHA-256 is another one',
        'Its evidence “a/../b "c".png” is missing',
      ],
    );
  });
});

describe('contents of a library', () => {
  const whole: [name: string, files: Files, why: RegExp][] = [
    ['no manifest', { 'library.jsonl': '' }, /no manifest/],
    ['another format', { 'manifest.json': '{"format": "x", "version": "1.0"}' }, /format: /],
    ['no version', { 'manifest.json': '{"format": "damson"}' }, /version: /],
    ['a later major version', { 'manifest.json': '{"format": "damson", "version": "2.0"}' }, /reads 1\.x/],
    ['a manifest that is no JSON', { 'manifest.json': 'format: damson' }, /not valid JSON/],
    ['no lines', { 'manifest.json': manifest }, /no file of JSON Lines/],
    ['lines in Latin-1', { 'manifest.json': manifest, 'a.jsonl': Buffer.from([0xe9]) }, /UTF-8/],
  ];
  for (const [name, files, why] of whole) {
    it(`is refused whole for ${name}`, () => assert.rejects(read(files), why));
  }

  const good = { kind: 'test_template', id: 'good', name: 'Good' };
  const rows: [name: string, lines: object[], why: RegExp][] = [
    ['a kind that is none', [{ kind: 'macro', id: '1', name: 'A' }], /kind: /],
    ['no object', [[1]], /object/],
    ['no name', [{ kind: 'test_template', id: '1' }], /^name: /],
    ['no id', [{ kind: 'test_template', name: 'A' }], /^id: /],
    ['a number for a text', [{ ...good, id: '1', command: 5 }], /^command: /],
    ['an unknown OPSEC', [{ ...good, id: '1', opsec: 'none' }], /^opsec: /],
    ['a tag that is none', [{ ...good, id: '1', attack: ['T1003', 'lsass'] }], /^attack\.2: is no technique/],
    ['a name of a variable that is none', [{ ...good, id: '1', variables: { 'a b': 'x' } }], /^variables/],
    [
      'an expectation of nothing',
      [{ ...good, id: '1', expectations: [{ kind: 'alerted' }] }],
      /^expectations\.1\.result/,
    ],
    ['an id twice', [good], /stands there twice/],
    [
      'a test of no mission',
      [{ kind: 'test', mission: 'x', scenario: 1, id: '1', name: 'A', status: 'pending' }],
      /does not stand before/,
    ],
    [
      'a time that is none',
      [
        {
          kind: 'test',
          mission: 'm',
          scenario: 1,
          id: '1',
          name: 'A',
          status: 'pending',
          run: { executed_at: 'noon' },
        },
      ],
      /^run\.executed_at/,
    ],
    [
      'a scenario that is none',
      [
        { kind: 'mission', id: 'm', name: 'M', scenarios: [{ name: 'S' }] },
        { kind: 'test', mission: 'm', scenario: 2, id: '1', name: 'A', status: 'pending' },
      ],
      /no scenario 2/,
    ],
    [
      'a finding of no number',
      [
        {
          kind: 'finding',
          mission: 'm',
          id: '1',
          title: 'A',
          severity: 'low',
          finding_kind: 'other',
          side: 'both',
          status: 'draft',
        },
      ],
      /^number: /,
    ],
  ];
  for (const [name, lines, why] of rows) {
    it(`is refused only in part for ${name}`, async () => {
      const plan = await readLines(good, ...lines, { ...good, id: 'after' });
      assert.deepEqual(
        plan.templates.map(({ sourceId }) => sourceId),
        ['good', 'after'],
      );
      assert.equal(plan.refused.length, 1);
      assert.match(plan.refused[0]!.why, why);
      assert.equal(plan.refused[0]!.row, `library.jsonl, line ${lines.length + 1}`);
    });
  }

  it('may be newer: unknown fields are kept as text', async () => {
    const plan = await read({
      'manifest.json': '{"format": "damson", "version": "1.8", "by": "Damson 9"}',
      'library.jsonl': JSON.stringify({
        ...good,
        mood: 'calm',
        expectations: [{ kind: 'logged', result: 'yes', by: [1] }],
      }),
    });
    assert.deepEqual(plan.templates[0]!.leftover, ['mood: calm', 'expectations.1.by: [1]']);
    assert.match(plan.notes[0]!, /newer Damson \(format 1\.8\)/);
  });

  it('accepts times in any zone and keys without inheritance', async () => {
    const plan = await readLines(
      JSON.parse(
        '{"kind":"mission","id":"m","name":"M","scenarios":[{"name":"S"}],"__proto__":{"client":"x"}}',
      ),
      {
        kind: 'test',
        mission: 'm',
        scenario: 1,
        id: '1',
        name: 'A',
        status: 'executed',
        run: { executed_at: '2026-07-01T12:00:00+02:00' },
      },
    );
    assert.deepEqual(plan.refused, []);
    assert.equal(plan.missions[0]!.client, null);
    assert.equal(plan.missions[0]!.scenarios[0]!.tests[0]!.run.executed_at, '2026-07-01T10:00:00.000Z');
  });
});
