import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Finding, Suggestion } from '../../../server/missions/findings/contract.ts';
import { type EventReader, follow } from '../../support/http/events.ts';
import { attach, bodyOf, newMission, nobody, placeOf, told } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

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

const executed_at = '2026-11-20T09:00:00.000Z';
const missed = [
  ['alerted', 'no'],
  ['logged', 'no'],
] as const;

async function newScene() {
  const mission = await newMission(admin, {
    tests: 2,
    members: [red, [blue, 'blue']],
  });
  const places = [placeOf(mission, 0), placeOf(mission, 1)] as const;
  const path = `${places[0].missionPath}/findings`;
  const run = async (at: string, facts: readonly (readonly [string, string])[], attack?: string) => {
    bodyOf(await admin.post(`${at}/transition`, { status: 'executed', executed_at }), 200);
    if (attack !== undefined) bodyOf(await admin.put(at, { attack_result: attack }), 200);
    for (const [kind, result] of facts) bodyOf(await admin.post(`${at}/facts`, { kind, result }), 201);
  };
  const again = async (at: string, facts: readonly (readonly [string, string])[]) => {
    bodyOf(await admin.post(`${at}/runs`, { reason: 'after_fix' }), 201);
    await run(at, facts);
  };
  const add = async (fields: object = {}, client = admin): Promise<Finding> =>
    bodyOf(await client.post(path, { title: 'Nobody watches LSASS', ...fields }), 201);
  const read = async (id: string): Promise<Finding> => bodyOf(await admin.get(`${path}/${id}`), 200);
  return { mission, places, path, run, again, add, read };
}

describe('a finding', () => {
  it('keeps everything, has a number that is never given twice, and versions', async () => {
    const { places, path, run, add, read, mission } = await newScene();
    await run(places[0].path, missed);
    const evidence = bodyOf(await attach(admin, places[0]), 201);
    const remediation = bodyOf(
      await admin.post(`${places[0].missionPath}/remediations`, { title: 'Watch' }),
      201,
    );
    const fields = {
      severity: 'high',
      kind: 'prevention_gap',
      side: 'both',
      description: '# What\n**it** is',
      impact: 'All of it',
      root_cause: 'Off',
      recommendation: 'On',
      affected: 'ws-0417',
      references: ['https://attack.mitre.org/techniques/T1003/'],
      techniques: ['T1003'],
      tests: [{ test_id: places[0].test, run: 1 }],
      evidence_ids: [evidence.id],
      remediation_ids: [remediation.id],
      status: 'confirmed',
    };
    const made = await add(fields);
    assert.deepEqual({ ...made, ...fields }, made);
    assert.deepEqual(
      [made.number, made.came_back, made.mission],
      [1, false, { id: mission.id, name: mission.name }],
    );
    assert.deepEqual(await read(made.id), made);
    const second = await add();
    assert.deepEqual(
      [second.number, second.severity, second.status, second.side],
      [2, 'medium', 'draft', 'both'],
    );
    assert.equal((await admin.delete(`${path}/${second.id}`)).status, 204);
    assert.equal((await add()).number, 3);
    const changed = await admin.request('PATCH', `${path}/${made.id}`, {
      body: { title: 'Other' },
      headers: { 'if-match': `"${made.updated_at}"` },
    });
    assert.equal(bodyOf(changed, 200).title, 'Other');
    const stale = await admin.request('PATCH', `${path}/${made.id}`, {
      body: { title: 'Third' },
      headers: { 'if-match': `"${made.updated_at}"` },
    });
    assert.deepEqual(told(stale), [412, 'stale', undefined]);
    const { items } = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/history?limit=50`), 200);
    const verbs = items
      .filter(({ object_type }: { object_type: string }) => object_type === 'finding')
      .map(({ verb }: { verb: string }) => verb);
    assert.deepEqual(verbs, ['changed', 'created', 'deleted', 'created', 'created']);
  });

  it('shows each history entry to people who could read the finding at that time', async () => {
    const { path, add } = await newScene();
    const made = await add({ side: 'red', description: 'A secret of red' }, red.client);
    const own = `${path}/${made.id}`;
    const change = async (fields: object, client = red.client) =>
      bodyOf(await client.patch(own, fields), 200);
    const shown = async (client: Client, query = '') => {
      const { items, total } = bodyOf(await client.get(`${own}/history${query}`), 200);
      return [
        total,
        ...items.map(({ changes }: { changes: object | null }) => Object.keys(changes ?? {}).join()),
      ];
    };
    await change({ impact: 'Of red' });
    await change({ side: 'both' });
    await change({ affected: 'Of both' }, blue.client);
    const mine = (bodyOf(await red.client.get(`${own}/history`), 200).items as { seq: number }[]).map(
      ({ seq }) => seq,
    );
    assert.equal(mine.length, 4);
    assert.deepEqual((await shown(admin)).slice(0, 4), [4, 'affected', 'side', 'impact']);
    assert.deepEqual(await shown(blue.client), [1, 'affected']);
    assert.deepEqual(await shown(red.client, `?actor_id=${blue.id}`), [1, 'affected']);
    assert.deepEqual(await shown(admin, '?limit=1&offset=2'), [4, 'impact']);
    const whole = bodyOf(await red.client.get(`${own}/history/${mine[2]}`), 200).whole;
    assert.deepEqual([whole.impact.before, whole.impact.after], [null, 'Of red']);
    for (const seq of [mine[1], mine[2], mine[3], 1]) {
      assert.deepEqual(told(await blue.client.get(`${own}/history/${seq}`)), [404, 'not_found', undefined]);
    }
    // After the erasure, the entry no longer reveals the finding's earlier side.
    bodyOf(await admin.post('/api/v1/audit/erasures', { seq: mine[1], reason: 'named a person' }), 200);
    assert.deepEqual((await shown(blue.client)).slice(0, 1), [1]);
    await change({ side: 'red' });
    assert.deepEqual(told(await blue.client.get(`${own}/history`)), [404, 'not_found', undefined]);
    assert.equal((await shown(red.client))[0], 5);
  });

  it('references only objects of its mission and executed runs', async () => {
    const { places, path, run } = await newScene();
    await run(places[0].path, missed);
    const other = placeOf(await newMission(admin));
    const refuse = async (fields: object) => told(await admin.post(path, { title: 'x', ...fields }));
    const shown = { test_id: places[0].test, run: 1 };
    for (const [fields, field] of [
      [{ tests: [{ test_id: other.test, run: 1 }] }, 'tests.0.test_id'],
      [{ tests: [{ ...shown, run: 2 }] }, 'tests.0.run'],
      [{ tests: [{ test_id: places[1].test, run: 1 }] }, 'tests.0.run'],
      [{ tests: [shown, shown] }, 'tests.1'],
      [{ evidence_ids: [nobody] }, 'evidence_ids.0'],
      [{ remediation_ids: [nobody] }, 'remediation_ids.0'],
      [{ severity: 'grave' }, 'severity'],
      [{ side: 'green' }, 'side'],
      [{ title: '' }, 'title'],
    ] as const) {
      assert.deepEqual(await refuse(fields), [422, 'invalid', field], field);
    }
    assert.equal(bodyOf(await admin.get(path), 200).total, 0);
  });

  it('of one side is read by that side, and by administrators', async () => {
    const { path, add, mission } = await newScene();
    const ofRed = await add({ side: 'red', title: 'Red alone' }, red.client);
    const ofBlue = await add({ side: 'blue', title: 'Blue alone' }, blue.client);
    const titles = async (client: Client) =>
      bodyOf(await client.get(path), 200).items.map(({ title }: Finding) => title);
    assert.deepEqual(await titles(red.client), ['Red alone']);
    assert.deepEqual(await titles(blue.client), ['Blue alone']);
    assert.deepEqual(await titles(admin), ['Red alone', 'Blue alone']);
    assert.deepEqual(told(await blue.client.get(`${path}/${ofRed.id}`)), [404, 'not_found', undefined]);
    assert.deepEqual(told(await red.client.patch(`${path}/${ofBlue.id}`, { title: 'x' })), [
      404,
      'not_found',
      undefined,
    ]);
    const across = bodyOf(await blue.client.get('/api/v1/findings?limit=100'), 200).items;
    assert.equal(
      across.some(({ id }: Finding) => id === ofRed.id),
      false,
    );
    const search = async (client: Client, q: string) =>
      bodyOf(await client.get(`/api/v1/findings?${new URLSearchParams({ q })}`), 200)
        .items.filter((finding: Finding) => finding.mission.id === mission.id)
        .map(({ title }: Finding) => title);
    assert.deepEqual(await search(blue.client, 'LONE'), ['Blue alone']);
    assert.deepEqual(await search(admin, 'alone'), ['Red alone', 'Blue alone']);
    assert.deepEqual(await search(admin, `f-${ofBlue.number}`), ['Blue alone']);
    assert.deepEqual(await search(admin, '%'), []);
    const history = await blue.client.get(`/api/v1/missions/${mission.id}/history?limit=100`);
    assert.doesNotMatch(JSON.stringify(bodyOf(history, 200)), /Red alone/);
  });

  it('is fixed with its remediations, verified by a later run without a gap, and comes back', async () => {
    const { places, again, run, add, read, path } = await newScene();
    const at = places[0].path;
    await run(at, missed);
    const remediation = bodyOf(
      await admin.post(`${places[0].missionPath}/remediations`, { title: 'Watch' }),
      201,
    );
    const tests = [{ test_id: places[0].test, run: 1 }];
    const { id } = await add({ status: 'confirmed', tests, remediation_ids: [remediation.id] });
    const stands = async () => {
      const { status, came_back } = await read(id);
      return [status, came_back];
    };
    assert.deepEqual(await stands(), ['confirmed', false]);
    bodyOf(
      await admin.patch(`${places[0].missionPath}/remediations/${remediation.id}`, { status: 'fixed' }),
      200,
    );
    assert.deepEqual(await stands(), ['fixed', false]);
    await again(at, [['alerted', 'yes']]);
    assert.deepEqual(await stands(), ['verified', false]);
    assert.equal(bodyOf(await admin.get(`${path}?status=verified`), 200).total, 1);
    assert.equal(bodyOf(await admin.get(`${path}?status=confirmed`), 200).total, 0);
    await again(at, missed);
    assert.deepEqual(await stands(), ['fixed', true]);
    bodyOf(await admin.patch(`${path}/${id}`, { status: 'risk_accepted' }), 200);
    assert.deepEqual(await stands(), ['risk_accepted', true]);
  });

  it('lists the states that it can be moved to, without those that would not last', async () => {
    const { places, add, read } = await newScene();
    const { id, moves } = await add();
    assert.deepEqual(moves, ['confirmed', 'fixed', 'verified', 'risk_accepted', 'dismissed']);
    bodyOf(
      await admin.post(`${places[0].missionPath}/remediations`, {
        title: 'Watch',
        status: 'fixed',
        finding_id: id,
      }),
      201,
    );
    assert.deepEqual((await read(id)).moves, ['fixed', 'verified', 'risk_accepted', 'dismissed']);
  });

  it('fills in the description and cause of a remediation created from it, and is linked to it', async () => {
    const { places, path, add, read } = await newScene();
    const { id } = await add({ description: 'Nobody saw it', root_cause: 'The rule is off' });
    const remediations = `${places[0].missionPath}/remediations`;
    const make = (fields: object, client = admin) =>
      client.post(remediations, { title: 'Watch', finding_id: id, ...fields });
    const [first, second] = [bodyOf(await make({}), 201), bodyOf(await make({ root_cause: 'Mine' }), 201)];
    assert.deepEqual([first.shortcoming, first.root_cause], ['Nobody saw it', 'The rule is off']);
    assert.deepEqual([second.shortcoming, second.root_cause], ['Nobody saw it', 'Mine']);
    assert.deepEqual((await read(id)).remediation_ids, [first.id, second.id]);
    bodyOf(await admin.patch(`${path}/${id}`, { side: 'red' }), 200);
    for (const refused of [await make({}, blue.client), await make({ finding_id: nobody })]) {
      assert.deepEqual(told(refused), [422, 'invalid', 'finding_id']);
    }
    assert.equal(bodyOf(await admin.get(remediations), 200).total, 2);
  });
});

describe('a finding that is confirmed, or comes back', () => {
  const newsOf = async ({ client }: Person) =>
    bodyOf(await client.get('/api/v1/notifications?unread=true'), 200)
      .items.filter(({ finding }: { finding: unknown }) => finding !== null)
      .map(({ kind, finding, remediation, test }: Record<string, { id: string } | null>) => [
        kind,
        finding?.id,
        remediation,
        test,
      ]);
  const forget = () =>
    Promise.all([red, blue].map(({ client }) => client.post('/api/v1/notifications/read', { all: true })));

  it('notifies members of the sides that read it, and nobody else', async () => {
    const { path, add } = await newScene();
    await forget();
    const shared = await add({ status: 'confirmed' });
    const ofRed = await add({ side: 'red', title: 'Red alone' });
    bodyOf(await admin.patch(`${path}/${ofRed.id}`, { status: 'confirmed' }), 200);
    bodyOf(await admin.patch(`${path}/${ofRed.id}`, { status: 'confirmed' }), 200);
    const confirmed = (id: string) => ['finding_confirmed', id, null, null];
    assert.deepEqual(await newsOf(red), [confirmed(ofRed.id), confirmed(shared.id)]);
    assert.deepEqual(await newsOf(blue), [confirmed(shared.id)]);
    bodyOf(await admin.patch(`${path}/${shared.id}`, { side: 'red' }), 200);
    assert.deepEqual(await newsOf(blue), [], 'it is for the other side now');
    assert.equal(bodyOf(await blue.client.get('/api/v1/notifications'), 200).unread, 0);
  });

  it('notifies once per run', async () => {
    const { places, again, run, add } = await newScene();
    const { path: at, test } = places[0];
    await run(at, missed);
    const { id } = await add({ tests: [{ test_id: test, run: 1 }] });
    await again(at, [['alerted', 'yes']]);
    await forget();
    await again(at, missed);
    assert.deepEqual(await newsOf(blue), [['finding_came_back', id, null, null]]);
    assert.deepEqual(await newsOf(red), [['finding_came_back', id, null, null]]);
    await forget();
    bodyOf(await admin.post(`${at}/facts`, { kind: 'responded', result: 'no' }), 201);
    assert.deepEqual(await newsOf(red), []);
  });
});

it('findings are sent live to people who read them, and to nobody else', async () => {
  const { mission, places, path, add } = await newScene();
  const [ofRed, ofBlue] = [await follow(red.client, mission.id), await follow(blue.client, mission.id)];
  const next = async (reader: EventReader) => {
    for (;;) {
      const event = await reader.next();
      if (event.name === 'findings') return [event.data.findings, event.data.remediations];
    }
  };
  try {
    const made = await add({ side: 'red' });
    assert.deepEqual(await next(ofRed), [1, 0]);
    bodyOf(await admin.patch(`${path}/${made.id}`, { title: 'Other' }), 200);
    assert.deepEqual(await next(ofRed), [1, 0]);
    bodyOf(await admin.post(`${places[0].missionPath}/remediations`, { title: 'Watch' }), 201);
    assert.deepEqual(await next(ofRed), [1, 1]);
    assert.deepEqual(await next(ofBlue), [0, 1], 'the first that blue hears of');
  } finally {
    for (const reader of [ofRed, ofBlue]) reader.drop();
  }
});

describe('suggested findings', () => {
  const list = async (path: string): Promise<Suggestion[]> =>
    bodyOf(await admin.get(`${path}/suggestions`), 200).items;

  it('are one for each gap and each successful attack, with the known details', async () => {
    const { places, run, path } = await newScene();
    await run(places[0].path, missed, 'succeeded');
    await run(places[1].path, [['alerted', 'yes']]);
    const evidence = bodyOf(await attach(admin, places[0]), 201);
    const suggested = await list(path);
    assert.deepEqual(
      suggested.map(({ kind, severity, reasons, tests, evidence_ids }) => [
        kind,
        severity,
        reasons,
        tests,
        evidence_ids,
      ]),
      [
        [
          'detection_gap',
          'high',
          ['missed', 'succeeded_unseen'],
          [{ test_id: places[0].test, run: 1 }],
          [evidence.id],
        ],
        ['prevention_gap', 'medium', [], [{ test_id: places[0].test, run: 1 }], [evidence.id]],
      ],
    );
  });

  it('come with the most severe first, those of one severity in the order of the plan', async () => {
    const { places, run, path } = await newScene();
    await run(places[0].path, [['logged', 'yes']], 'succeeded');
    await run(places[1].path, missed);
    assert.deepEqual(
      (await list(path)).map(({ severity, kind, tests }) => [severity, kind, tests[0]?.test_id]),
      [
        ['high', 'detection_gap', places[1].test],
        ['medium', 'detection_gap', places[0].test],
        ['medium', 'prevention_gap', places[0].test],
      ],
    );
  });

  it('of a prevented attack that red calls successful ask for no better detection', async () => {
    const { places, run, path } = await newScene();
    await run(places[0].path, [['prevented', 'yes']], 'succeeded');
    const [gap] = await list(path);
    assert.deepEqual([gap?.kind, gap?.severity, gap?.reasons], ['process', 'medium', ['contradicted']]);
  });

  it('never return once they are accepted, merged or dismissed', async () => {
    const { places, run, path, add, read } = await newScene();
    await run(places[0].path, missed, 'succeeded');
    await run(places[1].path, missed);
    const [gap, other, attack] = (await list(path)) as [Suggestion, Suggestion, Suggestion];
    const { suggestion, title, tests } = gap;
    const taken = await add({ suggestion, title, tests });
    assert.deepEqual(
      (await list(path)).map((one) => one.suggestion),
      [other.suggestion, attack.suggestion],
    );
    const decide = (body: object) => admin.post(`${path}/suggestions`, body);
    assert.deepEqual(told(await decide({ suggestion: attack.suggestion })), [422, 'invalid', 'reason']);
    assert.equal((await decide({ suggestion: other.suggestion, finding_id: taken.id })).status, 204);
    assert.deepEqual((await read(taken.id)).tests.length, 2);
    assert.equal((await decide({ suggestion: attack.suggestion, reason: 'Part of the plan' })).status, 204);
    assert.deepEqual(await list(path), []);
    assert.equal((await admin.delete(`${path}/${taken.id}`)).status, 204);
    assert.deepEqual(await list(path), []);
    assert.deepEqual(told(await decide({ suggestion, reason: 'Again' })), [404, 'not_found', undefined]);
  });
});
