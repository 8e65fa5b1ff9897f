import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listRed } from '../../../server/reports/content/tests.ts';
import { createWording } from '../../../server/reports/dates.ts';
import { toTables } from '../../../server/reports/sheets/tables.ts';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import {
  bodyOf,
  newMission,
  type Place,
  placeOf,
  readMission,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const egress = 'DNS tunnel to 198.51.100.7';

describe('how data left', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
  });
  after(() => server.close());

  const newPlace = async (): Promise<Place> =>
    placeOf(await newMission(admin, { members: [red, [blue, 'blue']] }));
  const newRun = async (place: Place) => {
    bodyOf(await red.client.put(place.path, { egress }), 200);
    await walk(red.client, place.path, 'executed');
    bodyOf(await red.client.post(`${place.path}/runs`, { reason: 'retest' }), 201);
  };

  it('is red’s, at most 200 characters, and in the history', async () => {
    const place = await newPlace();
    assert.deepEqual(told(await blue.client.put(place.path, { egress })).slice(0, 2), [403, 'forbidden']);
    const long = await red.client.put(place.path, { egress: 'x'.repeat(201) });
    assert.deepEqual(told(long), [422, 'invalid', 'egress']);
    assert.equal(bodyOf(await red.client.put(place.path, { egress: '' }), 200).egress, null);
    assert.equal(bodyOf(await red.client.put(place.path, { egress }), 200).egress, egress);
    const history = bodyOf(await blue.client.get(`${place.missionPath}/history?test_id=${place.test}`), 200);
    assert.deepEqual(history.items[0].changes, { egress: [null, egress] });
  });

  it('is of the run', async () => {
    const place = await newPlace();
    await newRun(place);
    assert.equal((await readTest(admin, place)).egress, null);
    const { items } = bodyOf(await admin.get(`${place.path}/runs`), 200);
    assert.equal(items[0].egress, egress);
    bodyOf(await red.client.put(place.path, { egress: 'USB' }), 200);
    const back = () => red.client.delete(`${place.path}/runs/latest`);
    assert.deepEqual(told(await back()).slice(0, 2), [409, 'run_touched']);
    bodyOf(await red.client.put(place.path, { egress: null }), 200);
    assert.equal((await back()).status, 204);
    assert.equal((await readTest(admin, place)).egress, egress);
  });

  it('stands in a report where it shows what red has recorded', async () => {
    const place = await newPlace();
    await newRun(place);
    bodyOf(await red.client.put(place.path, { egress: 'USB' }), 200);
    const model = await modelOf(server, place.mission);
    const [test] = model.scenarios[0]!.tests;
    assert.deepEqual([test?.egress, test?.closed_runs[0]?.egress], ['USB', egress]);
    assert.deepEqual(
      listRed(test!, createWording(model.report.options)).find(([label]) => label === 'Egress'),
      ['Egress', 'USB'],
    );
    const [tests] = toTables(model);
    const column = tests!.columns.findIndex(({ name }) => name === 'Egress');
    assert.deepEqual(
      tests!.rows.map((row) => row[column]),
      [egress, 'USB'],
    );
    const ofBlue = await modelOf(server, place.mission, { options: { side: 'blue' } });
    assert.equal(ofBlue.scenarios[0]!.tests[0]?.egress, null);
  });

  for (const format of ['damson', 'csv']) {
    it(`goes out and comes in again as ${format}`, async () => {
      const there = await startTestServer();
      try {
        const place = await newPlace();
        bodyOf(await red.client.put(place.path, { egress }), 200);
        const answer = await fetch(`${admin.base}${place.missionPath}/export?format=${format}`, {
          headers: { authorization: `Bearer ${admin.token}` },
        });
        const content = new Uint8Array(await answer.arrayBuffer());
        const { client } = there.admin;
        const ready = await importFile(client, {
          name: format === 'csv' ? 'tests.csv' : 'mission.zip',
          content,
        });
        const { made } = await applyImport(client, ready.id);
        const { id } = made.find(({ what }: { what: string }) => what === 'mission');
        const again = await readTest(client, placeOf(await readMission(client, id)));
        assert.equal(again.egress, egress);
      } finally {
        await there.close();
      }
    });
  }
});
