import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type EventReader, follow } from '../../support/http/events.ts';
import {
  bodyOf,
  newMission,
  newReport,
  placeOf,
  readMission,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
before(async () => {
  server = await startTestServer({ seams: { live: { othersMs: 20 } } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
});
after(() => server.close());

async function nextOf(reader: EventReader, name: string) {
  for (;;) {
    const event = await reader.next();
    if (event.name === name) return event;
  }
}

describe('a follower of a mission is told of', () => {
  const table: [what: string, body: Record<string, unknown>][] = [
    ['its name', { name: 'Autumn' }],
    ['its customer', { client: 'North' }],
    ['its description', { description: 'Two weeks' }],
    ['its dates', { start_date: '2026-01-01', end_date: '2026-01-31' }],
    ['its variables', { variables: { host: 'dc-1' } }],
    ['the settling of its reviews', { settle_at_review: 'no' }],
  ];
  for (const [what, body] of table) {
    it(what, async () => {
      const mission = await newMission(admin, { members: [red] });
      const reader = await follow(red.client, mission.id, mission.updated_at);
      bodyOf(await admin.patch(`/api/v1/missions/${mission.id}`, body), 200);
      const { id } = await nextOf(reader, 'outline');
      assert.equal((await readMission(admin, mission.id)).outline_changed_at, id);
      reader.drop();
    });
  }

  it('its members, then the tests that became unassigned', async () => {
    const mission = await newMission(admin, { members: [red, [blue, 'blue']] });
    const { test, missionPath } = placeOf(mission);
    bodyOf(await admin.patch(`${missionPath}/tests`, { test_ids: [test], assignee_id: blue.id }), 200);
    const since = bodyOf(await admin.get(`${missionPath}/activity`), 200).next_since;
    const reader = await follow(red.client, mission.id, since);
    const members = [{ user_id: red.id, role_hint: 'lead' }];
    bodyOf(await admin.put(`${missionPath}/members`, { members }), 200);
    const outline = await nextOf(reader, 'outline');
    const change = await nextOf(reader, 'change');
    assert.deepEqual([change.data.id, change.data.assignee], [test, null]);
    const { next_since } = bodyOf(await admin.get(`${missionPath}/activity`), 200);
    assert.deepEqual([outline.id! < change.id!, change.id], [true, next_since]);
    reader.drop();
  });
});

describe('suggestions', () => {
  it('are sent to followers once someone has decided on one', async () => {
    const mission = await newMission(admin, { members: [red] });
    const { path, missionPath } = placeOf(mission);
    await walk(red.client, path, 'executed');
    bodyOf(await red.client.put(path, { attack_result: 'succeeded' }), 200);
    const { items } = bodyOf(await admin.get(`${missionPath}/findings/suggestions`), 200);
    const reader = await follow(red.client, mission.id);
    await reader.nextChange();
    const decision = { suggestion: items[0].suggestion, reason: 'Known' };
    const decided = await admin.post(`${missionPath}/findings/suggestions`, decision);
    assert.ok(decided.status < 300, JSON.stringify(decided.body));
    assert.equal((await nextOf(reader, 'findings')).data.decided, 1);
    reader.drop();
  });
});

describe('reports', () => {
  it('are sent to followers when one is created, changed, issued or deleted', async () => {
    const mission = await newMission(admin, { members: [red] });
    const { path, missionPath } = placeOf(mission);
    await walk(red.client, path, 'executed');
    const reader = await follow(red.client, mission.id);
    await reader.nextChange();
    const told = async () => (await nextOf(reader, 'findings')).data;
    const { id } = await newReport(admin, mission);
    const made = await told();
    assert.equal(made.reports, 1);
    const report = `${missionPath}/reports/${id}`;
    bodyOf(await admin.patch(report, { title: 'Autumn' }), 200);
    const written = await told();
    assert.ok(written.changed_at > made.changed_at);
    bodyOf(await admin.post(`${report}/issue`), 200);
    assert.ok((await told()).changed_at > written.changed_at);
    const draft = await newReport(admin, mission);
    assert.equal((await told()).reports, 2);
    bodyOf(await admin.delete(`${missionPath}/reports/${draft.id}`), 204);
    assert.equal((await told()).reports, 1);
    reader.drop();
  });
});

describe('the mission that another one is set against', () => {
  const make = (name: string, start_date: string) =>
    newMission(admin, { name, start_date, client: 'South', members: [red] });

  it('is reported when it changes, is deleted, or is replaced', async () => {
    const [winter, spring] = [await make('Winter', '2026-01-01'), await make('Spring', '2026-03-01')];
    const autumn = await make('Autumn', '2026-09-01');
    const reader = await follow(red.client, autumn.id, autumn.updated_at);
    bodyOf(await red.client.put(placeOf(spring).path, { command: 'id' }), 200);
    const changed = (await nextOf(reader, 'earlier')).data;
    const { next_since } = bodyOf(await admin.get(`${placeOf(spring).missionPath}/activity`), 200);
    assert.deepEqual(changed, { id: spring.id, changed_at: next_since });

    bodyOf(await admin.delete(`/api/v1/missions/${spring.id}`), 204);
    assert.equal((await nextOf(reader, 'earlier')).data.id, winter.id);

    const summer = await make('Summer', '2026-06-01');
    assert.equal((await nextOf(reader, 'earlier')).data.id, summer.id);
    reader.drop();
  });
});

describe('the clocks of hosts', () => {
  it('are told of to those who follow, with each change', async () => {
    const mission = await newMission(admin, { members: [red] });
    const { path, missionPath } = placeOf(mission);
    await walk(red.client, path, 'executed');
    const reader = await follow(red.client, mission.id);
    await reader.nextChange();
    for (const [host, seconds, confirmed] of [
      ['ws01', 60, 1],
      ['ws01', 90, 1],
      ['ws02', 5, 2],
      ['ws02', null, 1],
    ] as const) {
      bodyOf(await admin.post(`${missionPath}/clocks`, { host, seconds }), 200);
      assert.equal((await nextOf(reader, 'findings')).data.clocks.confirmed, confirmed);
    }
    reader.drop();
  });
});

describe('alerts of other tools', () => {
  it('are told of to those who follow when they come, and when somebody decides or takes it back', async () => {
    const mission = await newMission(admin, { members: [red] });
    const { path, missionPath } = placeOf(mission);
    await walk(red.client, path, 'executed');
    const reader = await follow(red.client, mission.id);
    await reader.nextChange();
    const told = async () => (await nextOf(reader, 'findings')).data.alerts;
    const alerts = [1, 2].map((number) => ({ source: 'siem', external_id: `a-${number}`, title: 'Whoami' }));
    const received = bodyOf(await admin.post(`${missionPath}/alerts`, alerts), 200);
    const first = await told();
    assert.equal(first.waiting, 2);
    const alert = (index: number) => `${missionPath}/alerts/${received.alerts[index].id}`;
    bodyOf(await admin.post(`${alert(0)}/not-ours`, {}), 200);
    assert.equal((await told()).waiting, 1);
    bodyOf(await admin.post(`${alert(0)}/undo`), 200);
    assert.deepEqual(await told(), first);
    reader.drop();
  });
});

describe('the record of a TLPT', () => {
  it('is told of to those who follow, by the time of its last change', async () => {
    const mission = await newMission(admin, { members: [red] });
    const { path, missionPath } = placeOf(mission);
    await walk(red.client, path, 'executed');
    const reader = await follow(red.client, mission.id);
    await reader.nextChange();
    for (const code_name of ['Heron', 'Egret']) {
      const { updated_at } = bodyOf(await admin.patch(`${missionPath}/tlpt`, { code_name }), 200);
      assert.equal((await nextOf(reader, 'findings')).data.tlpt_changed_at, updated_at);
    }
    reader.drop();
  });
});
