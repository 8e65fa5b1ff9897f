import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyImport, importFile, rowsOf } from '../../support/interchange/imports.ts';
import {
  attach,
  bodyOf,
  newReport,
  newScenarioTemplate,
  placeOf,
  readMission,
  told,
} from '../../support/missions/factories.ts';
import { appended, missionOperations } from '../../support/missions/mission-operations.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let count = 0;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  appended.id = (await newScenarioTemplate(admin, { tests: 1 })).id;
});
after(() => server.close());

const table = (word: string, command: string, names = ['One', 'Two']) => ({
  name: `${word}.csv`,
  content: [
    'AssessmentGroup,Campaign,Variant,Status,Outcome,DetectingTools,Organizations,Command,MitreID,Start Time',
    ...names.map(
      (name) =>
        `${word},Discovery,${name},Completed,Logged,Splunk,${word} bank,${command},T1087.001,2026-11-02T10:00:00Z`,
    ),
  ].join('\n'),
});

async function take(file: ReturnType<typeof table>, choices: object = {}) {
  const { id } = await importFile(red.client, file);
  const applied = await applyImport(red.client, id, choices);
  assert.equal(applied.status, 'applied', JSON.stringify(applied));
  const rows = await rowsOf(red.client, id);
  const mission = rows.find(({ what }) => what === 'mission').object.id as string;
  return { id, mission, place: placeOf(await readMission(admin, mission)) };
}
const undo = (id: string) => red.client.post(`/api/v1/imports/${id}/undo`);

/** History entries about writes in a mission. */
async function countWrites(mission: string): Promise<number> {
  const { items, total } = bodyOf(await admin.get(`/api/v1/missions/${mission}/history?limit=200`), 200);
  assert.equal(items.length, total);
  return items.filter(({ verb }: { verb: string }) => verb !== 'downloaded' && verb !== 'exported').length;
}

describe('the undo of an import that made a mission takes nothing of others away, once they', () => {
  const others: Record<string, (mission: string) => Promise<unknown>> = {
    'issued a report of it': async (mission) => {
      const { id } = await newReport(admin, { id: mission });
      return bodyOf(await admin.post(`/api/v1/missions/${mission}/reports/${id}/issue`, {}), 200);
    },
    'noted a fact': async (mission) => {
      const { path } = placeOf(await readMission(admin, mission));
      return bodyOf(await admin.post(`${path}/facts`, { kind: 'alerted', result: 'no' }), 201);
    },
    'read and exported it': async (mission) => {
      bodyOf(await admin.get(`/api/v1/missions/${mission}`), 200);
      assert.equal((await admin.get(`/api/v1/missions/${mission}/export?format=damson`)).status, 200);
    },
  };
  for (const { name, writes, call } of missionOperations) {
    if (!writes) continue;
    others[`asked to ${name}`] = async (mission) => {
      const place = placeOf(await readMission(admin, mission));
      const { id = '' } = name.includes('evidence') ? bodyOf(await attach(admin, place), 201) : {};
      return call(admin, place, id);
    };
  }
  for (const [what, write] of Object.entries(others)) {
    it(what, async () => {
      const { id, mission } = await take(table(`word${++count}`, 'id'));
      const before = await countWrites(mission);
      await write(mission);
      const isThere = (await admin.get(`/api/v1/missions/${mission}`)).status === 200;
      const isWritten = !isThere || (await countWrites(mission)) > before;
      const answer = await undo(id);
      const expected = isWritten ? [409, 'import_touched', undefined] : [200, undefined, undefined];
      assert.deepEqual(told(answer), expected, JSON.stringify(answer.body));
      const isLeft = (await admin.get(`/api/v1/missions/${mission}`)).status === 200;
      assert.equal(isLeft, isThere && isWritten);
    });
  }
});

describe('the undo of an import that changed a mission', () => {
  const reasonOf = async (id: string) => {
    const answer = await undo(id);
    assert.deepEqual(told(answer), [409, 'import_touched', undefined], JSON.stringify(answer.body));
    return answer.body.detail as string;
  };

  it('is refused for changed and for added objects', async () => {
    const word = `word${++count}`;
    const { place } = await take(table(word, 'first'));
    const second = await take(table(word, 'second'));
    const third = await take(table(word, 'second', ['One', 'Two', 'Three']));
    for (const { id } of [second, third]) {
      assert.match(await reasonOf(id), /It changed existing objects/);
    }
    assert.equal(bodyOf(await admin.get(place.path), 200).suggested_command, 'second');
  });

  it('is refused if others wrote to it, even after an overwrite, and their text stays', async () => {
    const word = `word${++count}`;
    const { place } = await take(table(word, 'first'));
    bodyOf(await admin.put(place.path, { red_comment: 'Ours' }), 200);
    const second = await take(table(word, 'second'), { overwrite: 'all' });
    bodyOf(await admin.put(place.path, { blue_comment: 'Ours too' }), 200);
    assert.match(await reasonOf(second.id), /It changed existing objects/);
    assert.equal(bodyOf(await admin.get(place.path), 200).blue_comment, 'Ours too');
  });

  it('reports that a later import has changed its objects', async () => {
    const word = `word${++count}`;
    const first = await take(table(word, 'first'));
    await take(table(word, 'second'));
    assert.match(await reasonOf(first.id), /Another import has changed its objects/);
  });
});
