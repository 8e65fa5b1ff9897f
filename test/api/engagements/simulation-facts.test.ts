import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type EngagementsServer,
  move,
  newEngagement,
  newSimulation,
  readSimulation,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf, evidenceForm, nobody, told } from '../../support/missions/factories.ts';
import type { Client } from '../../support/servers/server.ts';

let now = Date.parse('2026-11-20T09:30:00.000Z');
let server: EngagementsServer;
let admin: Client;
let red: Client;
let soc: Client;
before(async () => {
  server = await startEngagementsServer({ seams: { now: () => now } });
  admin = server.admin.client;
  red = server.red.client;
  soc = server.soc.client;
});
after(() => server.close());

type Place = { id: string; path: string; facts: string; engagement: string; organisation: string };

let made = 0;
async function newPlace(): Promise<Place> {
  made += 1;
  const engagement = await newEngagement(red, { client: `Client ${made}` });
  const { id } = await newSimulation(red, {}, engagement.id);
  const path = `/api/simulations/${id}`;
  const organisation = engagement.organisation?.id ?? '';
  return { id, path, facts: `${path}/facts`, engagement: engagement.id, organisation };
}

async function newTool(organisation: string): Promise<{ id: string; name: string }> {
  const tools = `/api/v1/organisations/${organisation}/tools`;
  const { id, name } = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
  return { id, name };
}

async function levelOf({ id }: Place): Promise<unknown> {
  const { detection_level, detection_level_source, detected_at } = await readSimulation(admin, id);
  return [detection_level?.key ?? null, detection_level_source, detected_at];
}

describe('a fact of a simulation', () => {
  it('keeps everything, is in its detail, and in brief in lists', async () => {
    const place = await newPlace();
    const tool = await newTool(place.organisation);
    const fields = {
      kind: 'alerted',
      result: 'partial',
      at: '2026-11-20T09:31:00.000Z',
      rule_name: 'LSASS <b>',
      rule_id: null,
      alert_id: 'INC-7',
      severity: 'high',
      category: 'technique',
      modifiers: ['delayed'],
      note: 'after\na while',
      evidence_ids: [],
    };
    const fact = bodyOf(await soc.post(place.facts, { ...fields, tool: { id: tool.id } }), 201);
    const { id, created_at, updated_at, ...shown } = fact;
    const { display_name } = shown.analyst;
    assert.deepEqual(shown, {
      ...fields,
      time_confirmed: null,
      settled: false,
      tool,
      analyst: { id: server.soc.id, display_name },
    });
    const simulation = await readSimulation(red, place.id);
    assert.deepEqual(simulation.facts, [fact]);
    assert.equal(simulation.updated_at, updated_at);
    assert.deepEqual(simulation.outcome, {
      prevented: null,
      alerted: { result: 'partial', at: fields.at, tools: [tool] },
      logged: null,
      detected: null,
      responded: null,
    });
    assert.deepEqual(bodyOf(await red.get(place.facts), 200), [fact]);
    assert.deepEqual(bodyOf(await red.get(`${place.facts}/${id}`), 200), fact);
    for (const list of [`/api/engagements/${place.engagement}/simulations`, '/api/simulations?limit=1']) {
      const [listed] = bodyOf(await red.get(list), 200).items;
      assert.deepEqual([listed.outcome, 'facts' in listed], [{ alerted: 'partial' }, false]);
    }
  });

  it('is changed by the fields sent, has versions, and can be deleted', async () => {
    const place = await newPlace();
    const body = { kind: 'alerted', result: 'yes', rule_name: 'One' };
    const fact = bodyOf(await soc.post(place.facts, body), 201);
    const path = `${place.facts}/${fact.id}`;
    const send = (rule_name: string) =>
      soc.request('PATCH', path, { body: { rule_name }, headers: { 'if-match': `"${fact.updated_at}"` } });
    const answer = await send('Two');
    const changed = bodyOf(answer, 200);
    assert.equal(answer.headers.get('etag'), `"${changed.updated_at}"`);
    assert.deepEqual(changed, { ...fact, rule_name: 'Two', updated_at: changed.updated_at });
    assert.ok(changed.updated_at > fact.updated_at);
    assert.deepEqual(told(await send('Three')), [412, 'stale', undefined]);
    assert.equal((await soc.delete(path)).status, 204);
    const { facts, outcome } = await readSimulation(admin, place.id);
    assert.deepEqual([facts, outcome], [[], null]);
    assert.deepEqual(told(await soc.delete(path)), [404, 'not_found', undefined]);
  });

  const refusals: [what: string, fields: object, path: string][] = [
    ['an unknown kind', { kind: 'smelled' }, 'kind'],
    ['a time without an offset', { at: '2026-11-20T09:31:00' }, 'at'],
    ['an unknown tool', { tool: { id: nobody } }, 'tool.id'],
    ['an unknown person', { analyst: { id: nobody } }, 'analyst.id'],
    ['evidence of nothing', { evidence_ids: [nobody] }, 'evidence_ids.0'],
  ];
  for (const [what, fields, path] of refusals) {
    it(`with ${what} is refused and nothing is written`, async () => {
      const place = await newPlace();
      const fact = bodyOf(await soc.post(place.facts, { kind: 'logged', result: 'no' }), 201);
      const body = { kind: 'alerted', result: 'yes', ...fields };
      assert.deepEqual(told(await soc.post(place.facts, body)), [422, 'invalid', path]);
      assert.deepEqual(told(await soc.patch(`${place.facts}/${fact.id}`, fields)), [422, 'invalid', path]);
      assert.deepEqual(bodyOf(await admin.get(place.facts), 200), [fact]);
    });
  }

  it('names evidence of its own simulation and drops deleted files', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const attach = async ({ path }: Place): Promise<string> =>
      bodyOf(await soc.request('POST', `${path}/evidence`, { raw: evidenceForm() }), 201).id;
    const [shot, log, foreign] = [await attach(place), await attach(place), await attach(other)];
    const body = { kind: 'alerted', result: 'yes', evidence_ids: [log] };
    const fact = bodyOf(await soc.post(place.facts, body), 201);
    assert.deepEqual(fact.evidence_ids, [log]);
    const path = `${place.facts}/${fact.id}`;
    for (const [evidence_ids, refused] of [
      [[foreign], 'evidence_ids.0'],
      [[log, log], 'evidence_ids.1'],
    ]) {
      assert.deepEqual(told(await soc.patch(path, { evidence_ids })), [422, 'invalid', refused]);
      assert.deepEqual(told(await soc.post(place.facts, { ...body, evidence_ids })), [
        422,
        'invalid',
        refused,
      ]);
    }
    const both = bodyOf(await soc.patch(path, { evidence_ids: [log, shot] }), 200);
    assert.deepEqual(both.evidence_ids, [shot, log]);
    assert.deepEqual((await readSimulation(red, place.id)).facts, [both]);
    // Fields missing from the body stay unchanged.
    assert.deepEqual(bodyOf(await soc.patch(path, { note: 'seen' }), 200).evidence_ids, [shot, log]);
    assert.equal((await soc.delete(`/api/simulations/evidence/${shot}`)).status, 204);
    assert.deepEqual(bodyOf(await red.get(path), 200).evidence_ids, [log]);
    assert.equal((await soc.delete(path)).status, 204);
    assert.equal((await readSimulation(red, place.id)).evidence.length, 1);
    assert.equal((await admin.delete(`/api/engagements/${place.engagement}`)).status, 204);
  });

  it('names tools of the organisation that its engagement is for', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const fact = { kind: 'alerted', result: 'yes', tool: { id: (await newTool(other.organisation)).id } };
    assert.deepEqual(told(await soc.post(place.facts, fact)), [422, 'invalid', 'tool.id']);
    bodyOf(await soc.post(other.facts, fact), 201);
    const path = `/api/v1/organisations/${other.organisation}/tools/${fact.tool.id}`;
    assert.deepEqual(told(await admin.delete(path)), [409, 'in_use', undefined]);
  });

  it('is written by the SOC, read by everybody, and found under its own simulation alone', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const body = { kind: 'logged', result: 'yes' };
    const fact = bodyOf(await soc.post(place.facts, body), 201);
    assert.deepEqual(told(await red.post(place.facts, body)), [403, 'forbidden', undefined]);
    assert.deepEqual(told(await red.delete(`${place.facts}/${fact.id}`)), [403, 'forbidden', undefined]);
    assert.equal((await red.get(place.facts)).status, 200);
    assert.deepEqual(told(await soc.delete(`${other.facts}/${fact.id}`)), [404, 'not_found', undefined]);
    const missing = `/api/simulations/${nobody}/facts`;
    for (const answer of [await soc.get(missing), await soc.post(missing, body)]) {
      assert.deepEqual(told(answer), [404, 'not_found', undefined]);
    }
  });

  it('is read-only while the simulation is done, and writable once it is reopened', async () => {
    const place = await newPlace();
    const body = { kind: 'logged', result: 'yes' };
    const fact = bodyOf(await soc.post(place.facts, body), 201);
    for (const status of ['in_progress', 'review_required', 'done']) {
      bodyOf(await move(admin, place.id, status), 200);
    }
    const writes = () => [
      soc.post(place.facts, body),
      soc.patch(`${place.facts}/${fact.id}`, { result: 'no' }),
      soc.delete(`${place.facts}/${fact.id}`),
    ];
    for (const answer of await Promise.all(writes())) {
      assert.deepEqual(told(answer), [409, 'done', undefined]);
    }
    bodyOf(await move(admin, place.id, 'review_required'), 200);
    bodyOf(await soc.post(place.facts, body), 201);
  });

  it('goes with its simulation', async () => {
    const place = await newPlace();
    bodyOf(await soc.post(place.facts, { kind: 'logged', result: 'yes' }), 201);
    assert.equal((await red.delete(place.path)).status, 204);
    assert.deepEqual(told(await soc.get(place.facts)), [404, 'not_found', undefined]);
  });

  it('is in the history of its engagement with what it changed of the simulation', async () => {
    const place = await newPlace();
    const fact = bodyOf(await soc.post(place.facts, { kind: 'alerted', result: 'yes' }), 201);
    const path = `/api/engagements/${place.engagement}/history?simulation_id=${place.id}&limit=1`;
    const [entry] = bodyOf(await red.get(path), 200).items;
    assert.deepEqual(
      [entry.object_type, entry.object_id, entry.verb, entry.changes.detection_level, entry.changes.kind],
      ['fact', fact.id, 'created', [null, 'alerted'], [null, 'alerted']],
    );
  });
});

describe('the detection level of a simulation', () => {
  it('follows the facts while nobody has set it, and its time the earliest sighting', async () => {
    const place = await newPlace();
    now += 1000;
    const at = new Date(now).toISOString();
    assert.deepEqual(await levelOf(place), [null, null, null]);
    const fact = bodyOf(await soc.post(place.facts, { kind: 'alerted', result: 'yes', at }), 201);
    assert.deepEqual(await levelOf(place), ['alerted', 'derived', at]);
    await soc.delete(`${place.facts}/${fact.id}`);
    assert.deepEqual(await levelOf(place), [null, null, null]);
  });

  it('that a person set stays regardless of the facts, and follows them again once it is reset', async () => {
    const place = await newPlace();
    const levels = bodyOf(await soc.get('/api/v1/detection-levels'), 200);
    const { id } = levels.find(({ key }: { key: string }) => key === 'logged');
    bodyOf(await soc.patch(place.path, { detection_level_id: id }), 200);
    await soc.post(place.facts, { kind: 'prevented', result: 'yes' });
    assert.deepEqual(await levelOf(place), ['logged', 'set', null]);
    assert.equal((await readSimulation(admin, place.id)).facts.length, 1);
    bodyOf(await soc.patch(place.path, { detection_level_id: null }), 200);
    assert.deepEqual(await levelOf(place), ['prevented', 'derived', null]);
    await soc.post(place.facts, { kind: 'alerted', result: 'no' });
    assert.deepEqual(await levelOf(place), ['prevented', 'derived', null]);
  });
});
