import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let red: Person;
let blue: Person;
let time = Date.parse('2026-06-01T10:00:00Z');
before(async () => {
  server = await startTestServer({ seams: { now: () => time } });
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
});
after(() => server?.close());

const parties = {
  code_name: 'Heron',
  authority: 'Central bank',
  test_managers: 'Ada\nBo',
  control_team_lead: 'Cy',
  control_team: 'Cy\nDee',
  intelligence_provider: 'Looking Glass',
  red_team_provider: 'Northwind',
  entities: [{ name: 'Orchard Bank', jurisdiction: 'LU' }],
  functions: [{ name: 'Payments', systems: 'SWIFT gateway', rationale: 'Critical' }],
};
const days = {
  testing_start: '2026-01-05',
  testing_end: '2026-04-06',
  blue_informed_on: '2026-04-08',
  red_passed_on: '2026-05-06',
  blue_passed_on: '2026-06-16',
  notified_on: '2026-07-01',
};
const notes = { red_topics: 'Keys', blue_topics: 'Nights', red_feedback: 'Call', blue_feedback: 'Hosts' };

type Item = { id: string };
const withoutIds = (items: Item[]) => items.map(({ id: _id, ...item }) => item);
const toWritten = (value: unknown) => (Array.isArray(value) ? withoutIds(value) : value);

async function newTlpt(fields: object = {}): Promise<Place & { tlpt: string }> {
  const mission = await newMission(server.admin.client, { tests: 2, members: [red, blue] });
  const place = placeOf(mission);
  const tlpt = `${place.missionPath}/tlpt`;
  bodyOf(await red.client.patch(tlpt, { ...parties, ...days, ...notes, ...fields }), 200);
  return { ...place, tlpt };
}

describe('a mission as a threat-led penetration test', () => {
  it('exists only while something is recorded', async () => {
    const place = placeOf(await newMission(server.admin.client, { members: [red] }));
    const tlpt = `${place.missionPath}/tlpt`;
    const blank = bodyOf(await red.client.get(tlpt), 200);
    assert.equal(blank.updated_at, null);
    assert.deepEqual([blank.code_name, blank.flags, blank.testing_end], [null, [], null]);
    assert.equal(bodyOf(await red.client.get(place.missionPath), 200).tlpt, false);
    bodyOf(await red.client.patch(tlpt, { code_name: ' Heron ' }), 200);
    assert.equal(bodyOf(await red.client.get(tlpt), 200).code_name, 'Heron');
    assert.equal(bodyOf(await red.client.get(place.missionPath), 200).tlpt, true);
    bodyOf(await red.client.patch(tlpt, { code_name: '' }), 200);
    assert.equal(bodyOf(await red.client.get(place.missionPath), 200).tlpt, false);
    assert.equal(bodyOf(await red.client.get(tlpt), 200).updated_at, null);
  });

  it('has its parties, its scope, its dates, its notes and its last author', async () => {
    const { tlpt } = await newTlpt();
    const shown = bodyOf(await blue.client.get(tlpt), 200);
    for (const [field, value] of Object.entries({ ...parties, ...days, ...notes })) {
      assert.deepEqual(toWritten(shown[field]), value, field);
    }
    assert.equal(shown.updated_by.id, red.id);
  });

  it('lists each deadline with its article and its state', async () => {
    const { tlpt } = await newTlpt({ blue_report_on: '2026-06-10' });
    const { deadlines } = bodyOf(await red.client.get(tlpt), 200);
    assert.deepEqual(deadlines.map(Object.values), [
      ['red_report', '12(2)', '2026-05-04', null, 'late'],
      ['blue_report', '12(4)', '2026-06-15', '2026-06-10', 'done'],
      ['replay', '12(5)', '2026-06-15', null, 'open'],
      ['purple_teaming', '12(5)', '2026-06-15', null, 'open'],
      ['summary', '12(7)', '2026-08-26', null, 'open'],
      ['remediation_plan', '13(1)', '2026-08-26', null, 'open'],
    ]);
  });

  it('is written by people who lead missions, and read only by its members', async () => {
    const { tlpt } = await newTlpt();
    const other = await server.newPerson('redteam');
    assert.equal((await blue.client.get(tlpt)).status, 200);
    assert.equal((await blue.client.patch(tlpt, { code_name: 'Egret' })).status, 403);
    assert.equal((await other.client.get(tlpt)).status, 404);
    assert.equal((await other.client.patch(tlpt, { code_name: 'Egret' })).status, 404);
  });

  it('keeps fields that someone else wrote in the meantime', async () => {
    const { tlpt } = await newTlpt();
    const etag = (await red.client.get(tlpt)).headers.get('etag') as string;
    const send = (code_name: string) =>
      red.client.request('PATCH', tlpt, { body: { code_name }, headers: { 'if-match': etag } });
    time += 1000;
    assert.equal((await send('Egret')).status, 200);
    assert.equal((await send('Ibis')).body.code, 'stale');
    assert.equal(bodyOf(await red.client.get(tlpt), 200).code_name, 'Egret');
  });

  it('accepts writes in a completed and locked mission, but not in an archived one', async () => {
    const { tlpt, missionPath } = await newTlpt();
    const move = async (body: object) =>
      bodyOf(await red.client.post(`${missionPath}/transition`, body), 200);
    await move({ status: 'in_progress' });
    await move({ status: 'completed', lock: true });
    bodyOf(await red.client.patch(tlpt, { red_report_on: '2026-05-04' }), 200);
    await move({ status: 'archived' });
    assert.equal((await red.client.patch(tlpt, { code_name: 'Egret' })).body.code, 'archived');
    assert.equal((await red.client.get(tlpt)).status, 200);
  });

  describe('refuses', () => {
    const table: [body: object, path: string][] = [
      [{ testing_end: '2025-12-31' }, 'testing_end'],
      [{ closure_start: '2026-05-02', closure_end: '2026-05-01' }, 'closure_end'],
      [{ notified_on: '2026-02-30' }, 'notified_on'],
      [{ flags: [{ number: 1, objective: '' }] }, 'flags.0.objective'],
      [
        {
          flags: [
            { number: 1, objective: 'a' },
            { number: 1, objective: 'b' },
          ],
        },
        'flags',
      ],
      [{ leg_ups: [{ what: 'a', on: 'soon' }] }, 'leg_ups.0.on'],
      [{ deviations: [{ what: 'a', test_ids: [crypto.randomUUID()] }] }, 'deviations.0.test_ids.0'],
      [{ deadlines: [] }, ''],
      [{ entities: [{ jurisdiction: 'LU' }] }, 'entities.0.name'],
    ];
    for (const [body, path] of table) {
      it(`${JSON.stringify(body).slice(0, 80)}`, async () => {
        const { tlpt } = await newTlpt();
        const answer = await red.client.patch(tlpt, body);
        assert.equal(answer.status, 422);
        if (path !== '') assert.equal(answer.body.errors[0].path, path);
      });
    }
  });
});

describe('flags, leg-ups and deviations', () => {
  it('name tests of the mission, without removed ones', async () => {
    const { tlpt, test, path } = await newTlpt();
    const flags = [
      {
        number: 2,
        system: 'SWIFT gateway',
        objective: 'Make a payment',
        captured: true,
        on: '2026-03-01',
        test_ids: [test],
      },
    ];
    const leg_ups = [
      { what: 'An account', why: 'No way in', granted_by: 'Cy', on: '2026-02-01', test_ids: [test] },
    ];
    const deviations = [
      { what: 'Two weeks more', why: 'Illness', agreed_by: 'Ada', on: '2026-02-20', test_ids: [] },
    ];
    const shown = bodyOf(await red.client.patch(tlpt, { flags, leg_ups, deviations }), 200);
    const lists = [shown.flags, shown.leg_ups, shown.deviations];
    assert.deepEqual(lists.map(withoutIds), [flags, leg_ups, deviations]);
    assert.equal((await red.client.delete(path)).status, 204);
    assert.deepEqual(bodyOf(await red.client.get(tlpt), 200).flags[0].test_ids, []);
    bodyOf(await red.client.post(`${path}/restore`), 200);
    assert.deepEqual(bodyOf(await red.client.get(tlpt), 200).flags[0].test_ids, [test]);
  });

  it('are recorded in the history, each with its changes', async () => {
    const { tlpt, mission } = await newTlpt();
    const one = { number: 1, objective: 'Read the ledger' };
    const two = { number: 2, objective: 'Make a payment' };
    const { flags } = bodyOf(await red.client.patch(tlpt, { flags: [one, two] }), 200);
    bodyOf(await red.client.patch(tlpt, { flags: [flags[0], { ...flags[1], captured: true }] }), 200);
    const { items } = bodyOf(await red.client.get(`/api/v1/missions/${mission}/history`), 200);
    assert.equal(items[0].object_type, 'mission');
    assert.deepEqual(items[0].changes, {
      flags: [[flags[1]], [{ ...flags[1], captured: true }]],
    });
  });

  it('are reordered, and an empty change leaves no entry', async () => {
    const { tlpt, mission } = await newTlpt();
    const sent = { deviations: [{ what: 'a' }, { what: 'b' }] };
    const { deviations: list } = bodyOf(await red.client.patch(tlpt, sent), 200);
    const before = bodyOf(await red.client.patch(tlpt, { deviations: list.toReversed() }), 200);
    assert.deepEqual(
      before.deviations.map(({ what }: { what: string }) => what),
      ['b', 'a'],
    );
    bodyOf(await red.client.patch(tlpt, { deviations: before.deviations }), 200);
    assert.equal(bodyOf(await red.client.get(tlpt), 200).updated_at, before.updated_at);
    const { total } = bodyOf(await red.client.get(`/api/v1/missions/${mission}/history`), 200);
    assert.equal(total, 4);
  });
});

describe('a clone and a retest of a threat-led penetration test', () => {
  for (const way of ['clone', 'retest']) {
    it(`${way}: its parties and its scope stay, what happened does not`, async () => {
      const { tlpt, missionPath, test } = await newTlpt();
      const flags = [{ number: 1, objective: 'Read the ledger', test_ids: [test] }];
      bodyOf(
        await red.client.patch(tlpt, { flags, leg_ups: [{ what: 'a' }], red_report_on: '2026-05-01' }),
        200,
      );
      const body = way === 'clone' ? {} : { name: 'Again' };
      const copy = bodyOf(await red.client.post(`${missionPath}/${way}`, body), 201);
      assert.equal(copy.tlpt, true);
      const shown = bodyOf(await red.client.get(`/api/v1/missions/${copy.id}/tlpt`), 200);
      for (const [field, value] of Object.entries(parties))
        assert.deepEqual(toWritten(shown[field]), value, field);
      assert.deepEqual(
        [shown.flags, shown.leg_ups, shown.testing_end, shown.red_report_on],
        [[], [], null, null],
      );
    });
  }
});
