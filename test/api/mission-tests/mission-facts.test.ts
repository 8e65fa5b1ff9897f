import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  attach,
  bodyOf,
  newMission,
  nobody,
  type Place,
  placeOf,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const now = Date.parse('2026-11-20T09:30:00.000Z');
let server: TestServer;
let admin: Client;
let soc: Person;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  soc = await server.newPerson('soc');
});
after(() => server.close());

let made = 0;
async function newPlace(): Promise<Place & { organisation: string; facts: string }> {
  made += 1;
  const mission = await newMission(admin, { client: `Client ${made}`, members: [soc] });
  const place = placeOf(mission);
  return { ...place, organisation: mission.organisation?.id ?? '', facts: `${place.path}/facts` };
}

async function newTool(organisation: string, name = 'EDR'): Promise<{ id: string; name: string }> {
  const body = { name, kind: 'edr' };
  const tool = bodyOf(await admin.post(`/api/v1/organisations/${organisation}/tools`, body), 201);
  return { id: tool.id, name };
}

async function levelOf(place: Place): Promise<unknown> {
  const test = await readTest(admin, place);
  return [test.detection_level?.key ?? null, test.detection_level_source, test.detected_at];
}

describe('a detection', () => {
  it('keeps everything, and is in the detail of its test', async () => {
    const place = await newPlace();
    const tool = await newTool(place.organisation);
    const evidence = bodyOf(await attach(soc.client, place), 201);
    const fields = {
      kind: 'alerted',
      result: 'partial',
      at: '2026-11-20T09:31:00.000Z',
      rule_name: 'LSASS <b>',
      rule_id: '0d894093-71bc-43c3-8c4d-ecfc28dcf5d9',
      alert_id: 'INC-7',
      severity: 'high',
      category: 'technique',
      modifiers: ['delayed'],
      note: 'after\na while',
      evidence_ids: [evidence.id],
    };
    const fact = bodyOf(await soc.client.post(place.facts, { ...fields, tool: { id: tool.id } }), 201);
    const { id, created_at, updated_at, ...shown } = fact;
    assert.deepEqual(shown, {
      ...fields,
      time_confirmed: null,
      settled: false,
      tool,
      analyst: { id: soc.id, display_name: shown.analyst.display_name },
    });
    const test = await readTest(admin, place);
    assert.deepEqual(test.facts, [fact]);
    assert.equal(test.updated_at, updated_at);
    assert.equal(test.last_actor?.id, soc.id);
    assert.deepEqual(test.outcome, {
      prevented: null,
      alerted: { result: 'partial', at: fields.at, tools: [tool] },
      logged: null,
      detected: null,
      responded: null,
    });
    assert.deepEqual(bodyOf(await admin.get(place.facts), 200), [fact]);
    assert.deepEqual(bodyOf(await admin.get(`${place.facts}/${id}`), 200), fact);
    const mission = bodyOf(await admin.get(`/api/v1/missions/${place.mission}`), 200);
    assert.deepEqual(mission.scenarios[0].tests[0].outcome, { alerted: 'partial' });
    const activity = bodyOf(await admin.get(`/api/v1/missions/${place.mission}/activity`), 200);
    assert.deepEqual(activity.tests.at(-1).outcome, { alerted: 'partial' });
  });

  it('has no time until one is given, and is attributed to its recorder unless told otherwise', async () => {
    const place = await newPlace();
    const seen = bodyOf(await soc.client.post(place.facts, { kind: 'logged', result: 'yes' }), 201);
    assert.deepEqual([seen.at, seen.time_confirmed, seen.analyst.id], [null, null, soc.id]);
    const missed = bodyOf(await soc.client.post(place.facts, { kind: 'alerted', result: 'no' }), 201);
    assert.equal(missed.at, null);
    const body = { kind: 'detected', result: 'yes', at: null, analyst: null };
    const bare = bodyOf(await soc.client.post(place.facts, body), 201);
    assert.deepEqual([bare.at, bare.analyst], [null, null]);
  });

  it('is changed by the fields sent, accepts its own output, and has versions', async () => {
    const place = await newPlace();
    const tool = await newTool(place.organisation);
    const body = { kind: 'alerted', result: 'yes', tool: { id: tool.id }, rule_name: 'One' };
    const fact = bodyOf(await soc.client.post(place.facts, body), 201);
    const path = `${place.facts}/${fact.id}`;
    const { id, created_at, updated_at, settled, ...shown } = fact;
    const same = await soc.client.request('PATCH', path, {
      body: { ...shown, rule_name: 'Two' },
      headers: { 'if-match': `"${updated_at}"` },
    });
    const changed = bodyOf(same, 200);
    assert.deepEqual(changed, { ...fact, rule_name: 'Two', updated_at: changed.updated_at });
    assert.equal(same.headers.get('etag'), `"${changed.updated_at}"`);
    assert.ok(changed.updated_at > updated_at);
    const stale = await soc.client.request('PATCH', path, {
      body: { rule_name: 'Three' },
      headers: { 'if-match': `"${updated_at}"` },
    });
    assert.deepEqual(told(stale), [412, 'stale', undefined]);
    const emptied = bodyOf(
      await soc.client.patch(path, { tool: null, rule_name: null, modifiers: null }),
      200,
    );
    assert.deepEqual([emptied.tool, emptied.rule_name, emptied.modifiers], [null, null, []]);
    assert.equal((await soc.client.delete(path)).status, 204);
    const test = await readTest(admin, place);
    assert.deepEqual([test.facts, test.outcome], [[], null]);
  });

  it('is in activity with each of its writes', async () => {
    const place = await newPlace();
    const path = `/api/v1/missions/${place.mission}/activity`;
    let since = bodyOf(await admin.get(path), 200).next_since;
    const step = async (change: () => Promise<Answer>): Promise<void> => {
      assert.ok((await change()).status < 300);
      const activity = bodyOf(await admin.get(`${path}?since=${since}`), 200);
      assert.deepEqual(
        activity.tests.map((test: { id: string }) => test.id),
        [place.test],
      );
      since = activity.next_since;
    };
    await step(() => soc.client.post(place.facts, { kind: 'logged', result: 'yes' }));
    const [fact] = bodyOf(await soc.client.get(place.facts), 200);
    await step(() => soc.client.patch(`${place.facts}/${fact.id}`, { result: 'no' }));
    await step(() => soc.client.delete(`${place.facts}/${fact.id}`));
  });

  const refusals: [what: string, fields: object, path: string][] = [
    ['an unknown kind', { kind: 'smelled' }, 'kind'],
    ['an unknown result', { result: 'maybe' }, 'result'],
    ['no result', { result: undefined }, 'result'],
    ['a time without an offset', { at: '2026-11-20T09:31:00' }, 'at'],
    ['an unknown tool', { tool: { id: nobody } }, 'tool.id'],
    ['an unknown person', { analyst: { id: nobody } }, 'analyst.id'],
    ['evidence of nothing', { evidence_ids: [nobody] }, 'evidence_ids.0'],
    ['a severity of its own', { severity: 'huge' }, 'severity'],
    ['a modifier twice', { modifiers: ['delayed', 'delayed'] }, 'modifiers.1'],
    ['a rule name of 201', { rule_name: 'r'.repeat(201) }, 'rule_name'],
  ];
  for (const [what, fields, path] of refusals) {
    it(`with ${what} is refused and nothing is written`, async () => {
      const place = await newPlace();
      const body = { kind: 'alerted', result: 'yes', ...fields };
      assert.deepEqual(told(await soc.client.post(place.facts, body)), [422, 'invalid', path]);
      const fact = bodyOf(await soc.client.post(place.facts, { kind: 'logged', result: 'no' }), 201);
      if (!('result' in fields && fields.result === undefined)) {
        assert.deepEqual(told(await soc.client.patch(`${place.facts}/${fact.id}`, fields)), [
          422,
          'invalid',
          path,
        ]);
      }
      assert.deepEqual(bodyOf(await admin.get(place.facts), 200), [fact]);
    });
  }

  it('names tools of its own organisation, and evidence of its own test', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const tool = await newTool(other.organisation);
    const evidence = bodyOf(await attach(soc.client, other), 201);
    const fact = { kind: 'alerted', result: 'yes' };
    const withTool = await soc.client.post(place.facts, { ...fact, tool: { id: tool.id } });
    assert.deepEqual(told(withTool), [422, 'invalid', 'tool.id']);
    const withEvidence = await soc.client.post(place.facts, { ...fact, evidence_ids: [evidence.id] });
    assert.deepEqual(told(withEvidence), [422, 'invalid', 'evidence_ids.0']);
  });

  it('keeps its tool when the mission changes its client; a tool that facts name is not deleted', async () => {
    const place = await newPlace();
    const tool = await newTool(place.organisation);
    const body = { kind: 'alerted', result: 'yes', tool: { id: tool.id } };
    const fact = bodyOf(await soc.client.post(place.facts, body), 201);
    await admin.patch(`/api/v1/missions/${place.mission}`, { client: `Other ${made}` });
    const changed = await soc.client.patch(`${place.facts}/${fact.id}`, { tool, rule_name: 'r' });
    assert.deepEqual(bodyOf(changed, 200).tool, tool);
    const path = `/api/v1/organisations/${place.organisation}/tools/${tool.id}`;
    assert.deepEqual(told(await admin.delete(path)), [409, 'in_use', undefined]);
    await soc.client.delete(`${place.facts}/${fact.id}`);
    assert.equal((await admin.delete(path)).status, 204);
  });

  it('names its tool and its analyst by their current names', async () => {
    const place = await newPlace();
    const analyst = await server.newPerson('soc');
    const tool = await newTool(place.organisation);
    const body = { kind: 'alerted', result: 'yes', tool: { id: tool.id }, analyst: { id: analyst.id } };
    bodyOf(await soc.client.post(place.facts, body), 201);
    const namesOf = async () => {
      const { facts, outcome } = await readTest(admin, place);
      return [facts[0]?.tool?.name, outcome?.alerted?.tools[0]?.name, facts[0]?.analyst?.display_name];
    };
    await namesOf();
    const path = `/api/v1/organisations/${place.organisation}/tools/${tool.id}`;
    bodyOf(await admin.patch(path, { name: 'EDR 2' }), 200);
    bodyOf(await admin.patch(`/api/v1/users/${analyst.id}`, { display_name: 'Renamed' }), 200);
    assert.deepEqual(await namesOf(), ['EDR 2', 'EDR 2', 'Renamed']);
  });

  it('loses deleted evidence', async () => {
    const place = await newPlace();
    const evidence = bodyOf(await attach(soc.client, place), 201);
    const body = { kind: 'alerted', result: 'yes', evidence_ids: [evidence.id] };
    bodyOf(await soc.client.post(place.facts, body), 201);
    await soc.client.delete(`/api/v1/evidence/${evidence.id}`);
    assert.deepEqual((await readTest(admin, place)).facts[0]?.evidence_ids, []);
  });

  it('is written by blue, read by every member, and found by nobody else or under another test', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const red = await server.newPerson('redteam');
    const body = { kind: 'logged', result: 'yes' };
    const fact = bodyOf(await soc.client.post(place.facts, body), 201);
    assert.deepEqual(told(await red.client.post(place.facts, body)), [403, 'forbidden', undefined]);
    assert.deepEqual(told(await red.client.get(place.facts)), [404, 'not_found', undefined]);
    const stranger = await server.newPerson('soc');
    assert.deepEqual(told(await stranger.client.post(place.facts, body)), [404, 'not_found', undefined]);
    const elsewhere = await soc.client.delete(`${other.facts}/${fact.id}`);
    assert.deepEqual(told(elsewhere), [404, 'not_found', undefined]);
  });

  it('is not written in an archived mission', async () => {
    const place = await newPlace();
    const fact = bodyOf(await soc.client.post(place.facts, { kind: 'logged', result: 'yes' }), 201);
    await walk(admin, `/api/v1/missions/${place.mission}`, 'in_progress', 'completed', 'archived');
    for (const answer of [
      await soc.client.post(place.facts, { kind: 'logged', result: 'yes' }),
      await soc.client.patch(`${place.facts}/${fact.id}`, { result: 'no' }),
      await soc.client.delete(`${place.facts}/${fact.id}`),
    ]) {
      assert.deepEqual(told(answer), [409, 'archived', undefined]);
    }
  });
});
describe('the time of a detection', () => {
  const at = '2026-11-20T09:40:00.000Z';

  it('that is confirmed stays so until another one is given', async () => {
    const place = await newPlace();
    const odd = { kind: 'alerted', result: 'yes', at: '2026-11-19T09:30:00.000Z', time_confirmed: true };
    const fact = bodyOf(await soc.client.post(place.facts, odd), 201);
    const path = `${place.facts}/${fact.id}`;
    assert.equal(fact.time_confirmed, true);
    const named = bodyOf(await soc.client.patch(path, { rule_name: 'One' }), 200);
    assert.deepEqual([named.at, named.time_confirmed], [odd.at, true]);
    const moved = bodyOf(await soc.client.patch(path, { at }), 200);
    assert.deepEqual([moved.at, moved.time_confirmed], [at, null]);
  });

  it('gives the test a time only if it was entered, not if it is the time of recording', async () => {
    const place = await newPlace();
    const recorded = { kind: 'alerted', result: 'yes', at, time_confirmed: false };
    const fact = bodyOf(await soc.client.post(place.facts, recorded), 201);
    assert.deepEqual(await levelOf(place), ['alerted', 'derived', null]);
    bodyOf(await soc.client.patch(`${place.facts}/${fact.id}`, { time_confirmed: true }), 200);
    assert.deepEqual(await levelOf(place), ['alerted', 'derived', at]);
  });
});
