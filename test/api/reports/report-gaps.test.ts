import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  type Place,
  placeOf,
} from '../../support/missions/factories.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
let levels: Record<string, string>;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
  const all: { key: string; id: string }[] = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
  levels = Object.fromEntries(all.map(({ key, id }) => [key, id]));
});
after(() => server.close());

const executedAt = '2026-11-20T09:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(executedAt) + minutes * 60_000).toISOString();

async function execute({ path }: Pick<Place, 'path'>): Promise<void> {
  const move = { status: 'executed', executed_at: executedAt };
  bodyOf(await admin.post(`${path}/transition`, move), 200);
}

const addFact = async ({ path }: Pick<Place, 'path'>, kind: string, result: string, more: object = {}) =>
  bodyOf(await admin.post(`${path}/facts`, { kind, result, ...more }), 201);

const remedy = async (mission: string, title: string, more: object): Promise<void> => {
  bodyOf(await admin.post(`/api/v1/missions/${mission}/remediations`, { title, ...more }), 201);
};

/** A mission with tests from these templates, in one scenario. */
async function missionOf(fields: Record<string, unknown>, ...templates: object[]): Promise<Mission> {
  const ids = [];
  for (const template of templates) ids.push((await newTestTemplate(admin, { ...template })).id);
  const scenario = await newScenarioTemplate(admin, { tests: ids });
  return newMission(admin, { tests: 0, scenario_template_ids: [scenario.id], ...fields });
}

describe('gaps and strengths', () => {
  it('are sorted within a reason by expected severity, then by urgency of the remediation, then by the order of the mission', async () => {
    const tag = (external_id: string) => ({ catalog_tags: [{ kind: 'technique', external_id }] });
    const expecting = (severity: string) => ({
      expectations: [{ kind: 'alerted', result: 'yes', severity }],
    });
    const mission = await missionOf(
      {},
      { name: 'Impact', ...tag('T1486') },
      { name: 'Discovery', ...tag('T1082') },
      { name: 'Fixed already' },
      { name: 'Low', ...expecting('low') },
      { name: 'Urgent' },
      { name: 'Critical', ...expecting('critical') },
      { name: 'Seen', ...expecting('critical') },
    );
    const places = Array.from({ length: 7 }, (_, index) => placeOf(mission, index));
    for (const place of places.slice(0, 6)) {
      await execute(place);
      bodyOf(await admin.put(place.path, { detection_level_id: levels.not_detected }), 200);
    }
    await execute(places[6]!);
    await addFact(places[6]!, 'alerted', 'yes', { severity: 'critical' });
    const [fixed, urgent] = [places[2]!.test, places[4]!.test];
    await remedy(mission.id, 'Done', { test_ids: [fixed], priority: 'critical', status: 'fixed' });
    await remedy(mission.id, 'Later', { test_ids: [urgent], priority: 'low' });
    await remedy(mission.id, 'Now', { test_ids: [urgent, fixed], priority: 'high', owner_text: 'SOC' });
    await remedy(mission.id, 'Also', { test_ids: [fixed], priority: 'low' });
    const { gaps } = await modelOf(server, mission.id);
    assert.deepEqual(
      gaps.map(({ test, severity, remediation }) => [
        test.number,
        test.name,
        severity,
        remediation?.title ?? null,
      ]),
      [
        ['1.6', 'Critical', 'critical', null],
        ['1.4', 'Low', 'low', null],
        ['1.3', 'Fixed already', null, 'Now'],
        ['1.5', 'Urgent', null, 'Now'],
        ['1.1', 'Impact', null, null],
      ],
    );
    assert.equal(gaps[3]?.remediation?.owner, 'SOC');
    assert.deepEqual(gaps[4]?.techniques, [{ external_id: 'T1486', name: 'Data Encrypted for Impact' }]);
  });

  it('include as strengths techniques with every executed test prevented or detected', async () => {
    const tag = (external_id: string) => ({ catalog_tags: [{ kind: 'technique', external_id }] });
    const mission = await missionOf(
      { client: 'Strong' },
      tag('T1486'),
      tag('T1082'),
      tag('T1082'),
      tag('T1003'),
      tag('T1003'),
      tag('T1055'),
    );
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    const { id } = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    const places = Array.from({ length: 6 }, (_, index) => placeOf(mission, index));
    for (const place of places.slice(0, 5)) await execute(place);
    await addFact(places[0]!, 'alerted', 'yes', { tool: { id } });
    await addFact(places[1]!, 'prevented', 'yes');
    bodyOf(await admin.put(places[2]!.path, { detection_level_id: levels.alerted }), 200);
    await addFact(places[3]!, 'alerted', 'yes');
    await addFact(places[4]!, 'alerted', 'partial');
    const { strengths, techniques } = await modelOf(server, mission.id);
    assert.deepEqual(
      strengths.map(({ technique, tests, tools: named }) => [technique.external_id, tests, named]),
      [
        ['T1082', 2, []],
        ['T1486', 1, ['EDR']],
      ],
    );
    assert.deepEqual(
      techniques.map(({ external_id, tactics }) => [external_id, tactics[0]?.external_id]),
      [
        ['T1003', 'TA0006'],
        ['T1055', 'TA0004'],
        ['T1082', 'TA0007'],
        ['T1486', 'TA0040'],
      ],
    );
  });

  it('include every event with a time, also of a level without facts', async () => {
    const mission = await newMission(admin, { tests: 2 });
    const [first, second] = [placeOf(mission), placeOf(mission, 1)];
    await execute(first);
    bodyOf(await admin.put(first.path, { ended_at: later(3) }), 200);
    bodyOf(await admin.put(first.path, { detection_level_id: levels.logged, detected_at: later(2) }), 200);
    await execute(second);
    await addFact(second, 'alerted', 'partial', { at: later(1) });
    await addFact(second, 'logged', 'no', { at: later(1) });
    await addFact(second, 'detected', 'yes', { at: null });
    const { timeline } = await modelOf(server, mission.id);
    assert.deepEqual(
      timeline.map(({ at, until, event, result, test }) => [at, until, event, result, test.number]),
      [
        [executedAt, later(3), 'executed', null, '1.1'],
        [executedAt, null, 'executed', null, '1.2'],
        [later(1), null, 'alerted', 'partial', '1.2'],
        [later(2), null, 'logged', 'yes', '1.1'],
      ],
    );
  });

  it('include for remediations the owner, the tests in order, and the verifying run', async () => {
    const mission = await newMission(admin, { tests: 11 });
    const ids = [9, 1].map((index) => placeOf(mission, index).test);
    await execute(placeOf(mission, 1));
    const verified_by_run = { test_id: ids[1], number: 1 };
    await remedy(mission.id, 'Proven', {
      test_ids: ids,
      status: 'verified',
      verified_by_run,
      owner: { id: red.id },
    });
    await remedy(mission.id, 'Late', { due_on: '2026-11-20' });
    const { remediations } = await modelOf(server, mission.id);
    assert.deepEqual(
      remediations.map(({ title, overdue, tests, verified_by }) => [
        title,
        overdue,
        tests.map(({ number }) => number),
        verified_by && [verified_by.test.number, verified_by.run_number],
      ]),
      [
        ['Late', true, [], null],
        ['Proven', false, ['1.2', '1.10'], ['1.2', 1]],
      ],
    );
    assert.notEqual(remediations[1]?.owner, null);
  });
});

describe('another mission is named in a report', () => {
  const make = (start: string, client: string, ...members: Person[]): Promise<Mission> =>
    newMission(admin, { client, start_date: start, members });

  it('if every member sees it: the last one before, in order of time', async () => {
    const client = 'Trend';
    const first = await make('2026-01-01', client, red);
    const unseen = await make('2026-03-01', client, soc);
    const last = await make('2026-05-01', client, red);
    const earlier = await make('2026-02-01', client, red, soc);
    const both = await make('2026-04-01', client, red, soc);
    const changeOf = async (mission: Mission) => (await modelOf(server, mission.id)).change?.mission ?? null;
    assert.equal(await changeOf(first), null);
    assert.deepEqual(await changeOf(last), { name: both.name, date: '2026-04-01' });
    assert.deepEqual(await changeOf(both), { name: earlier.name, date: '2026-02-01' });
    // Red is not a member of the previous mission.
    assert.equal((await admin.delete(`/api/v1/missions/${both.id}`)).status, 204);
    assert.deepEqual(await changeOf(last), { name: earlier.name, date: '2026-02-01' });
    assert.deepEqual(await changeOf(unseen), { name: earlier.name, date: '2026-02-01' });
    // An administrator sees all.
    const own = await newMission(admin, { client, start_date: '2026-03-15', members: [server.admin] });
    assert.deepEqual(await changeOf(own), { name: unseen.name, date: '2026-03-01' });
  });

  it('with the changes of the tests in common', async () => {
    const template = await newTestTemplate(admin);
    const scenario = await newScenarioTemplate(admin, { tests: [template.id] });
    const fields = { tests: 0, client: 'Both', scenario_template_ids: [scenario.id] };
    const [before, after] = [await newMission(admin, fields), await newMission(admin, fields)];
    for (const mission of [before, after]) await execute(placeOf(mission));
    bodyOf(await admin.put(placeOf(before).path, { detection_level_id: levels.not_detected }), 200);
    bodyOf(await admin.put(placeOf(after).path, { detection_level_id: levels.alerted }), 200);
    const { change } = await modelOf(server, after.id);
    const { common, worse_tests, improved_tests, ...counts } = change?.tests ?? {};
    assert.deepEqual(counts, { improved: 1, worse: 0, same: 0, open: 0, new: 0, gone: 0 });
    assert.deepEqual(
      [common?.tests, common?.before.missed.n, common?.now.missed.n, worse_tests],
      [1, 1, 0, []],
    );
    assert.deepEqual(
      improved_tests?.map(({ test, before: was, now }) => [test.id, was, now]),
      [[placeOf(after).test, 'not_detected', 'alerted']],
    );
    assert.equal(change?.figures.missed.n, 1);
  });

  it('if it is the original of a retest', async () => {
    const source = await newMission(admin, { members: [red] });
    await execute(placeOf(source));
    const made: Mission = bodyOf(await admin.post(`/api/v1/missions/${source.id}/retest`, {}), 201);
    assert.equal((await modelOf(server, made.id)).mission.retest_of, source.name);
    const members = [red, soc].map(({ id }) => ({ user_id: id, role_hint: 'red' }));
    bodyOf(await admin.put(`/api/v1/missions/${made.id}/members`, { members }), 200);
    assert.equal((await modelOf(server, made.id)).mission.retest_of, null);
  });
});
