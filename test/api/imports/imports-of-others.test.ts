import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { damsonMissionWriter } from '../../../server/interchange/formats/damson/write.ts';
import { purpleopsWriter } from '../../../server/interchange/formats/purpleops/write.ts';
import {
  applyImport,
  type ImportedFile,
  importFile,
  rowsOf,
  settled,
} from '../../support/interchange/imports.ts';
import { writeFiles } from '../../support/interchange/interchange.ts';
import { evidence, sampleMission } from '../../support/missions/exercise-samples.ts';
import { bodyOf, newMission, newTestTemplate } from '../../support/missions/factories.ts';
import { sample } from '../../support/sample.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let count = 0;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
});
after(() => server.close());

async function zipOf(writer: typeof damsonMissionWriter, sourceId: string): Promise<ImportedFile> {
  const files = await writeFiles(writer, { ...sampleMission(), sourceId, name: sourceId }, evidence);
  const members = Object.entries(files).map(([name, content]) => [name, new Uint8Array(content)]);
  return { name: 'mission.zip', content: zipSync(Object.fromEntries(members)) };
}

const log = (word: string, comment: string): ImportedFile => ({
  name: `${word}.csv`,
  content: [
    'entry_identifier,start_date,end_date,source_ip,dest_ip,tool,user_context,command,description,output,comments,operator_name,tags',
    ...[1, 2].map(
      (n) =>
        `${word}-${n},2026-11-03 09:15:30+00:00,2026-11-03 09:16:00+00:00,kali,ws1,,alice,whoami,,,${comment},rhea,`,
    ),
  ].join('\r\n'),
});
const layer = (word: string, comment: string): ImportedFile => ({
  name: `${word}.json`,
  content: JSON.stringify({
    name: word,
    domain: 'enterprise-attack',
    description: comment,
    versions: { attack: '19', navigator: '5.0.0', layer: '4.5' },
    techniques: [{ techniqueID: 'T1087', score: 1 }],
  }),
});

/** Files invisible to others, in their original and a changed version. */
const files: Readonly<Record<string, (word: string, comment: string) => Promise<ImportedFile>>> = {
  'a mission of Damson': (word) => zipOf(damsonMissionWriter, word),
  'a mission of PurpleOps': (word) => zipOf(purpleopsWriter as typeof damsonMissionWriter, word),
  'an environment': async (word, comment) => ({
    name: `${word}.csv`,
    content: [
      'AssessmentGroup,Campaign,Variant,Status,Outcome,DetectingTools,Organizations,Command,MitreID,Start Time',
      `${word},Discovery,One,Completed,Logged,Splunk,${word} bank,id ${comment},T1087.001,2026-11-02T10:00:00Z`,
    ].join('\n'),
  }),
  'a log of executions': async (word, comment) => log(word, comment),
  'a layer': async (word, comment) => layer(word, comment),
};

const nameAnother = () => `word${++count}`;
const shapeOf = (rows: { what: string; name: string; action: string }[]) =>
  rows.map(({ what, name, action }) => [what, name, action]);

type Row = { action: string; object: { id: string } | null };
const objectsOf = (rows: Row[]) => rows.flatMap(({ object }) => object?.id ?? []).sort();

/** Imports a file, and returns its preview and result. */
async function take(client: Client, file: ImportedFile, choices: object = {}) {
  const { id, status } = await importFile(client, file);
  assert.equal(status, 'ready');
  const preview = await rowsOf(client, id);
  const applied = await applyImport(client, id, choices);
  assert.equal(applied.status, 'applied', JSON.stringify(applied));
  return { id, preview, rows: await rowsOf(client, id), applied };
}
const verdictsOf = async (client: Client, file: ImportedFile) => {
  const { id } = await importFile(client, file);
  const rows = await rowsOf(client, id);
  return { objects: objectsOf(rows), actions: new Set(rows.map(({ action }) => action)) };
};
const undo = (client: Client, id: string) => client.post(`/api/v1/imports/${id}/undo`);

for (const [what, write] of sample(Object.entries(files), 4)) {
  describe(`${what} that somebody else has imported`, () => {
    let first: Person;
    let second: Person;
    const word = nameAnother();
    let theirs: Awaited<ReturnType<typeof take>>;
    let own: Awaited<ReturnType<typeof take>>;
    before(async () => {
      [first, second] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
      theirs = await take(first.client, await write(word, 'as it was'));
    });

    it('is shown as new, unchanged or changed', async () => {
      for (const comment of ['as it was', 'changed']) {
        const { id } = await importFile(second.client, await write(word, comment));
        const seen = await rowsOf(second.client, id);
        assert.deepEqual(shapeOf(seen), shapeOf(theirs.preview));
        assert.deepEqual(objectsOf(seen), []);
      }
    });

    it('is imported separately and changes nothing of theirs', async () => {
      own = await take(second.client, await write(word, 'changed'), { overwrite: 'all' });
      assert.deepEqual(shapeOf(own.preview), shapeOf(theirs.preview));
      assert.deepEqual(shapeOf(own.rows), shapeOf(theirs.rows));
      const both = [...objectsOf(own.rows), ...objectsOf(theirs.rows)];
      assert.equal(new Set(both).size, both.length);
      assert.ok(both.length > 0);
    });

    it('is recognised by each person by what they see', async () => {
      const [a, b] = [await write(word, 'as it was'), await write(word, 'changed')];
      const same = new Set(['same']);
      assert.deepEqual(await verdictsOf(first.client, a), {
        objects: objectsOf(theirs.rows),
        actions: same,
      });
      assert.deepEqual(await verdictsOf(second.client, b), { objects: objectsOf(own.rows), actions: same });
    });

    it('is matched to one’s own import by a person who sees both', async () => {
      const admin = await server.newPerson('admin');
      const [a, b] = [await write(word, 'as it was'), await write(word, 'changed')];
      const seen = [await verdictsOf(admin.client, a), await verdictsOf(admin.client, b)];
      const known = [objectsOf(theirs.rows), objectsOf(own.rows)].map((ids) => ids.join());
      for (const { objects } of seen) assert.ok(known.includes(objects.join()), objects.join());
    });

    it('is undone by each person independently', async () => {
      // A mission of executions has to be deleted separately.
      if (theirs.rows.some(({ what }) => what === 'execution')) return;
      const undone = await undo(first.client, theirs.id);
      assert.equal(bodyOf(undone, 200).status, 'undone');
      assert.deepEqual(await verdictsOf(second.client, await write(word, 'changed')), {
        objects: objectsOf(own.rows),
        actions: new Set(['same']),
      });
      assert.equal(bodyOf(await undo(second.client, own.id), 200).status, 'undone');
      for (const { client } of [first, second]) {
        assert.deepEqual(await verdictsOf(client, await write(word, 'as it was')), {
          objects: [],
          actions: new Set(['new']),
        });
      }
    });
  });
}

describe('executions', () => {
  it('are new again once the mission that they made is deleted', async () => {
    const red = await server.newPerson('redteam');
    const file = log(nameAnother(), '');
    const { applied } = await take(red.client, file);
    const admin = server.admin.client;
    const [mission] = bodyOf(await admin.get('/api/v1/missions'), 200).items.filter(
      ({ name }: { name: string }) => name === file.name,
    );
    assert.ok(mission, JSON.stringify(applied.made));
    assert.equal((await admin.delete(`/api/v1/missions/${mission.id}`)).status, 204);
    assert.deepEqual((await verdictsOf(red.client, file)).actions, new Set(['new']));
  });

  it('in a hidden mission are treated as if they did not exist', async () => {
    const [first, second] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
    const file = log(nameAnother(), '');
    const template = await newTestTemplate(first.client, { command: 'whoami' });
    const mission = await newMission(first.client, {
      tests: 0,
      test_template_ids: [template.id, template.id],
      members: [[first, 'red']],
    });
    const { rows } = await take(first.client, file, { mission_id: mission.id });
    assert.deepEqual(new Set(rows.map(({ action }) => action)), new Set(['new']));

    const read = await importFile(second.client, file);
    const choices = { mission_id: mission.id };
    bodyOf(await second.client.patch(`/api/v1/imports/${read.id}`, { choices }), 202);
    await settled(second.client, read.id);
    assert.deepEqual(objectsOf(await rowsOf(second.client, read.id)), []);
  });

  it('cannot be probed by the ids of hidden tests', async () => {
    const [first, second] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
    const made = await take(first.client, log(nameAnother(), ''));
    const [id] = objectsOf(made.rows);
    const { actions, objects } = await verdictsOf(second.client, {
      name: 'log.csv',
      content: String(log('x', '').content).replace('x-1', id as string),
    });
    assert.deepEqual([actions, objects], [new Set(['new']), []]);
  });
});
