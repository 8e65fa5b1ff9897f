import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, newMission, placeOf, readMission, told, walk } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';
import { newBlindOf } from './scene.ts';

let time = Date.parse('2026-11-03T09:00:00Z');
const now = () => {
  time += 1;
  return time;
};

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true, seams: { now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc', { permissions: ['mission.create', 'mission.update'] });
});
after(() => server.close());

const pathOf = ({ id }: Pick<Mission, 'id'>) => `/api/v1/missions/${id}`;
const hide = (mission: Mission, body: object) => red.client.post(`${pathOf(mission)}/hide`, body);
const reveal = (mission: Mission, body: object) => red.client.post(`${pathOf(mission)}/reveal`, body);
const listTests = (mission: Mission) => mission.scenarios.flatMap(({ tests }) => tests);
const seenBy = async (client: Client, mission: Mission) =>
  listTests(await readMission(client, mission.id)).map(({ name }) => name);

const newBlind = (names: readonly (readonly string[])[], fields: object = {}) =>
  newBlindOf({ admin, red, blue }, names, fields);

/** Waits for a reveal that is due. */
const isSeen = (mission: Mission, ...names: string[]) =>
  until(async () => {
    const seen = await seenBy(blue.client, mission);
    return names.every((name) => seen.includes(name));
  });

async function show(mission: Mission, ...names: string[]): Promise<Mission> {
  const test_ids = listTests(mission)
    .filter(({ name }) => names.includes(name))
    .map(({ id }) => id);
  bodyOf(await reveal(mission, { test_ids, when: 'now' }), 200);
  time += 10_000;
  await isSeen(mission, ...names);
  return readMission(red.client, mission.id);
}

describe('a reveal', () => {
  it('is for a test, a scenario or all of a mission, after ten seconds', async () => {
    const mission = await newBlind([['One', 'Two'], ['Three'], ['Four']]);
    assert.deepEqual(await seenBy(blue.client, mission), []);
    const [one] = listTests(mission);
    bodyOf(await reveal(mission, { test_ids: [one?.id], when: 'now' }), 200);
    assert.deepEqual(await seenBy(blue.client, mission), []);
    time += 10_000;
    await isSeen(mission, 'One');
    assert.deepEqual(await seenBy(blue.client, mission), ['One']);
    bodyOf(await reveal(mission, { scenario_ids: [mission.scenarios[1]?.id], when: 'now' }), 200);
    time += 10_000;
    await isSeen(mission, 'Three');
    assert.deepEqual(await seenBy(blue.client, mission), ['One', 'Three']);
    bodyOf(await reveal(mission, { when: 'now' }), 200);
    time += 10_000;
    await isSeen(mission, 'Two', 'Four');
    const { scenarios } = await readMission(blue.client, mission.id);
    assert.deepEqual(
      scenarios.flatMap(({ tests }) => tests.map(({ hiding }) => hiding?.hidden)),
      [false, false, false, false],
    );
  });

  it('is taken back within these seconds', async () => {
    const mission = await newBlind([['One', 'Two']]);
    const [one, two] = listTests(mission);
    bodyOf(await reveal(mission, { test_ids: [one?.id, two?.id], when: 'now' }), 200);
    const back = bodyOf(await reveal(mission, { test_ids: [one?.id], when: 'never' }), 200);
    assert.equal(listTests(back)[0]?.hiding?.reveal, null);
    time += 10_000;
    await isSeen(mission, 'Two');
    assert.deepEqual(await seenBy(blue.client, mission), ['Two']);
  });

  it('is not taken back once it is seen', async () => {
    const mission = await newBlind([['One', 'Two'], ['Three']]);
    const [one, two] = listTests(mission);
    const scenario = mission.scenarios[0]?.id;
    const some = { test_ids: [one?.id] };
    bodyOf(await reveal(mission, { ...some, when: 'now' }), 200);
    time += 10_000;
    await isSeen(mission, 'One');
    for (const scope of [some, { test_ids: [one?.id, two?.id] }]) {
      assert.equal(bodyOf(await reveal(mission, { ...scope, when: 'never' }), 409).code, 'already_revealed');
    }
    bodyOf(await reveal(mission, { test_ids: [two?.id], when: 'never' }), 200);
    bodyOf(await reveal(mission, { when: 'never' }), 200);
    bodyOf(await reveal(mission, { when: 'now' }), 200);
    time += 10_000;
    await isSeen(mission, 'Two', 'Three');
    for (const scope of [{ scenario_ids: [scenario] }, {}]) {
      assert.equal(bodyOf(await reveal(mission, { ...scope, when: 'never' }), 409).code, 'already_revealed');
    }
  });

  it('comes at its time, also over a restart', async () => {
    const mission = await newBlind([['One']]);
    const at = new Date(time + 60_000).toISOString();
    const planned = bodyOf(await reveal(mission, { when: at }), 200);
    assert.deepEqual(planned.reveal, { at, on_review: false });
    assert.equal((await readMission(blue.client, mission.id)).reveal, null);
    await server.restart({ now });
    assert.deepEqual(await seenBy(blue.client, mission), []);
    time += 60_000;
    await isSeen(mission, 'One');
    assert.equal((await readMission(red.client, mission.id)).reveal, null);
  });

  it('comes with the review of a test, and with the end of the mission', async () => {
    const mission = await newBlind([['One', 'Two', 'Three']]);
    const [one] = listTests(mission);
    bodyOf(await reveal(mission, { when: 'review' }), 200);
    await walk(admin, pathOf(mission), 'in_progress');
    await walk(admin, `${pathOf(mission)}/tests/${one?.id}`, 'executed');
    assert.deepEqual(await seenBy(blue.client, mission), []);
    await walk(admin, `${pathOf(mission)}/tests/${one?.id}`, 'reviewed_by_blue');
    assert.deepEqual(await seenBy(blue.client, mission), ['One']);
    await walk(admin, pathOf(mission), 'completed');
    assert.deepEqual(await seenBy(blue.client, mission), ['One', 'Two', 'Three']);
  });

  it('is in the history of blue only once it has happened', async () => {
    const mission = await newBlind([['One']]);
    const [one] = listTests(mission);
    bodyOf(await reveal(mission, { test_ids: [one?.id], when: 'review' }), 200);
    const read = async (client: Client) =>
      bodyOf(await client.get(`${pathOf(mission)}/history`), 200).items.map(
        ({ changes }: { changes: object }) => Object.keys(changes ?? {}),
      );
    assert.ok((await read(red.client)).some((fields: string[]) => fields.includes('reveal')));
    assert.ok(!(await read(blue.client)).flat().includes('reveal'));
    await show(mission, 'One');
    assert.ok((await read(blue.client)).flat().includes('hidden'));
  });
});

describe('in an open mission', () => {
  it('a scenario and single tests are hidden, and shown again', async () => {
    const mission = await newBlind([['One', 'Two'], ['Three']], { visibility: 'open' });
    const [one] = listTests(mission);
    const hidden = bodyOf(await hide(mission, { test_ids: [one?.id], hidden: true }), 200);
    assert.deepEqual(listTests(hidden)[0]?.hiding, {
      hidden: true,
      inherited: false,
      reveal: null,
      revealed_at: null,
    });
    assert.deepEqual(await seenBy(blue.client, mission), ['Two', 'Three']);
    const both = bodyOf(await hide(mission, { scenario_ids: [mission.scenarios[1]?.id], hidden: true }), 200);
    assert.equal(both.scenarios[1]?.tests[0]?.hiding?.inherited, true);
    const seen = await readMission(blue.client, mission.id);
    assert.deepEqual([seen.scenarios.length, seen.counts.tests], [1, 1]);
    assert.equal(seen.scenarios[0]?.tests[0]?.position, 0);
    bodyOf(await hide(mission, { scenario_ids: [mission.scenarios[1]?.id], hidden: null }), 200);
    assert.deepEqual(await seenBy(blue.client, mission), ['Two', 'Three']);
  });

  it('a hidden test stays hidden when it is moved to a shown scenario', async () => {
    const mission = await newBlind([['One'], ['Two']], { visibility: 'open' });
    const [first, second] = mission.scenarios;
    bodyOf(await hide(mission, { scenario_ids: [first?.id], hidden: true }), 200);
    const path = `${pathOf(mission)}/tests/${first?.tests[0]?.id}/move`;
    bodyOf(await red.client.post(path, { scenario_id: second?.id }), 200);
    assert.deepEqual(await seenBy(blue.client, mission), ['Two']);
  });

  it('a change to blind hides all, and back shows all', async () => {
    const mission = await newBlind([['One']], { visibility: 'open' });
    bodyOf(await red.client.patch(pathOf(mission), { visibility: 'blind' }), 200);
    assert.deepEqual(await seenBy(blue.client, mission), []);
    bodyOf(await red.client.patch(pathOf(mission), { visibility: 'open' }), 200);
    const [one] = listTests(await readMission(blue.client, mission.id));
    assert.ok(one?.hiding?.revealed_at);
  });

  it('refuses tests and scenarios that are not in it', async () => {
    const mission = await newBlind([['One']], { visibility: 'open' });
    const other = placeOf(await newMission(admin));
    assert.deepEqual(told(await hide(mission, { test_ids: [other.test], hidden: true })), [
      422,
      'invalid',
      'test_ids.0',
    ]);
    assert.deepEqual(told(await reveal(mission, { scenario_ids: [other.scenario], when: 'now' })), [
      422,
      'invalid',
      'scenario_ids.0',
    ]);
  });
});
