import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import { applyImport, type ImportedFile, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let red: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  red = await server.newPerson('redteam');
});
after(() => server.close());

type Body = Answer['body'];

/** Imports a file with these choices; returns its rows by name, including those of the preview. */
async function take(file: ImportedFile, choices: object = {}) {
  const ready = await importFile(red.client, file);
  assert.equal(ready.status, 'ready', JSON.stringify(ready));
  const read = async () =>
    new Map((await rowsOf(red.client, ready.id)).map((row): [string, Body] => [row.name, row]));
  const before = await read();
  const applied = await applyImport(red.client, ready.id, choices);
  assert.equal(applied.status, 'applied', JSON.stringify(applied));
  return { id: ready.id, before, after: await read() };
}

const verdict = ({ action, edited, why }: Body) => [action, edited, why !== null];
/** A row whose object was changed on this server: once left unchanged, once overwritten. */
const [left, overwritten] = [
  ['changed', true, true],
  ['changed', true, false],
];

describe('a test of an imported mission', () => {
  const table = (command: string) => ({
    name: 'environment.csv',
    content: [
      'AssessmentGroup,Campaign,Variant,Status,Outcome,DetectingTools,Organizations,Command,MitreID,Start Time',
      ...['One', 'Two', 'Three'].map(
        (name) =>
          `Winter,Discovery,${name},Completed,Logged,Splunk,Example Bank,${command} ${name},T1087.001,2026-11-02T10:00:00Z`,
      ),
    ].join('\n'),
  });
  let mission: string;
  let tests: Map<string, string>;
  const pathOf = (name: string) => `/api/v1/missions/${mission}/tests/${tests.get(name)}`;
  const read = async (name: string) => bodyOf(await red.client.get(pathOf(name)), 200);
  const commands = async () => {
    const all = await Promise.all(['One', 'Two', 'Three'].map(read));
    return all.map((test) => test.suggested_command);
  };

  before(async () => {
    const { after } = await take(table('first'));
    tests = new Map([...after].map(([name, row]) => [name, row.object.id]));
    mission = tests.get('Winter') as string;
    bodyOf(await red.client.put(pathOf('Two'), { red_comment: 'Ours' }), 200);
    const { tool } = (await read('Three')).facts[0];
    const fact = { kind: 'alerted', result: 'yes', tool: { id: tool.id }, note: 'Ours too' };
    bodyOf(await server.admin.client.post(`${pathOf('Three')}/facts`, fact), 201);
  });

  it('is not overwritten once it was edited here, including its facts, and says so', async () => {
    const { before, after } = await take(table('second'));
    for (const rows of [before, after]) {
      assert.deepEqual(verdict(rows.get('One')), ['changed', false, false]);
      assert.deepEqual(verdict(rows.get('Two')), left);
      assert.deepEqual(verdict(rows.get('Three')), left);
    }
    assert.deepEqual(await commands(), ['second One', 'first Two', 'first Three']);
    assert.equal((await read('Two')).red_comment, 'Ours');
    assert.equal((await read('Three')).facts.length, 2);
  });

  it('is overwritten by its row number only, with its facts', async () => {
    const { number } = (await take(table('second'))).after.get('Three');
    const { after } = await take(table('third'), { overwrite: [number] });
    assert.deepEqual(verdict(after.get('Two')), left);
    assert.deepEqual(verdict(after.get('Three')), overwritten);
    assert.deepEqual(await commands(), ['third One', 'first Two', 'third Three']);
    const { facts, outcome } = await read('Three');
    assert.deepEqual(
      facts.map((fact: Body) => [fact.kind, fact.result]),
      [['logged', 'yes']],
    );
    assert.deepEqual([outcome.logged?.result ?? null, outcome.alerted?.result ?? null], ['yes', null]);
  });

  it('is overwritten together with all other edited tests, and then counts as unedited', async () => {
    const { after } = await take(table('fourth'), { overwrite: 'all' });
    assert.deepEqual(verdict(after.get('Two')), overwritten);
    assert.deepEqual(await commands(), ['fourth One', 'fourth Two', 'fourth Three']);
    assert.equal((await read('Two')).red_comment, null);
    const again = await take(table('fourth'));
    assert.ok([...again.before.values()].every(({ action }) => action === 'same'));
    const next = await take(table('fifth'));
    assert.deepEqual(verdict(next.after.get('Two')), ['changed', false, false]);
    const { counts } = bodyOf(await red.client.get(`/api/v1/missions/${mission}`), 200);
    assert.equal(counts.tests, 3);
  });
});

/** The API can't change these tables, but another process, such as a later version, could. */
async function changeBeside(table: 'technique_selections' | 'detection_rules', id: string, change: object) {
  const opened = openDatabase(path.join(server.dataDir, 'damson.db'));
  try {
    const updated_at = new Date().toISOString();
    const done = opened.db
      .updateTable(table)
      .set({ ...change, updated_at })
      .where('id', '=', id);
    assert.equal((await done.executeTakeFirstOrThrow()).numUpdatedRows, 1n);
  } finally {
    await opened.close();
  }
}

async function readBeside(table: 'technique_selections' | 'detection_rules', id: string): Promise<Body> {
  const opened = openDatabase(path.join(server.dataDir, 'damson.db'));
  try {
    return await opened.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  } finally {
    await opened.close();
  }
}

describe('a selection of techniques', () => {
  const layers = (score: number) => ({
    name: 'layers.json',
    content: JSON.stringify(
      ['Ours', 'Theirs'].map((name) => ({
        name,
        domain: 'enterprise-attack',
        versions: { layer: '4.5', attack: '19' },
        techniques: [{ techniqueID: 'T1059', score }],
      })),
    ),
  });

  it(
    'stays once it was changed here, says so, and is written when a choice names it',
    onlyWithFile,
    async () => {
      const first = await take(layers(1));
      const idOf = (name: string): string => first.after.get(name).object.id;
      const scoreOf = async (name: string) =>
        JSON.parse((await readBeside('technique_selections', idOf(name))).techniques_json)[0].score;
      const again = await take(layers(1));
      assert.ok([...again.before.values()].every(({ action, edited }) => action === 'same' && !edited));

      await changeBeside('technique_selections', idOf('Ours'), { description: 'Ours' });
      const second = await take(layers(2));
      for (const rows of [second.before, second.after]) {
        assert.deepEqual(verdict(rows.get('Ours')), left);
        assert.deepEqual(verdict(rows.get('Theirs')), ['changed', false, false]);
      }
      assert.deepEqual([await scoreOf('Ours'), await scoreOf('Theirs')], [1, 2]);

      const { number } = second.after.get('Ours');
      const third = await take(layers(3), { overwrite: [number] });
      assert.deepEqual(verdict(third.after.get('Ours')), overwritten);
      assert.deepEqual([await scoreOf('Ours'), await scoreOf('Theirs')], [3, 3]);
      assert.equal((await readBeside('technique_selections', idOf('Ours'))).description, null);
      const fourth = await take(layers(4));
      assert.deepEqual(verdict(fourth.after.get('Ours')), ['changed', false, false]);
      assert.equal(await scoreOf('Ours'), 4);
    },
  );
});

describe('a detection rule', () => {
  const rules = (level: string) => ({
    name: 'rules.yml',
    content: ['ours', 'theirs']
      .map((id) => `title: ${id}\nid: ${id}\nlevel: ${level}\ndetection: { condition: all }\n`)
      .join('---\n'),
  });

  it(
    'stays once it was changed here, says so, and is written when a choice names it',
    onlyWithFile,
    async () => {
      const first = await take(rules('low'));
      const idOf = (name: string): string => first.after.get(name).object.id;
      const levels = async () => {
        const { items } = bodyOf(await red.client.get('/api/v1/detection-rules'), 200);
        return items.map((item: Body) => [item.title, item.level]);
      };
      await changeBeside('detection_rules', idOf('ours'), { level: 'critical' });
      const second = await take(rules('medium'));
      for (const rows of [second.before, second.after]) {
        assert.deepEqual(verdict(rows.get('ours')), left);
        assert.deepEqual(verdict(rows.get('theirs')), ['changed', false, false]);
      }
      assert.deepEqual(await levels(), [
        ['ours', 'critical'],
        ['theirs', 'medium'],
      ]);
      const third = await take(rules('high'), { overwrite: 'all' });
      assert.deepEqual(verdict(third.after.get('ours')), overwritten);
      assert.deepEqual(await levels(), [
        ['ours', 'high'],
        ['theirs', 'high'],
      ]);
      assert.equal(third.after.get('ours').object.id, idOf('ours'));
    },
  );
});
