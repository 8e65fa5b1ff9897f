import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Activity, Mission } from '../../../server/missions/contract.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  placeOf,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const minute = 60_000;

describe('activity', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  let clock = Date.now();
  before(async () => {
    server = await startTestServer({ seams: { now: () => clock } });
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
  });
  after(() => server.close());

  const newest = async (mission: Mission, since?: string, by: Client = blue.client): Promise<Activity> => {
    const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
    return bodyOf(await by.get(`/api/v1/missions/${mission.id}/activity${query}`), 200);
  };

  it('shows each test as it is now, the oldest change first', async () => {
    const mission = await newMission(admin, { tests: 3, members: [red, blue] });
    await newMission(admin, { tests: 1, members: [red, blue] });
    const places = [0, 1, 2].map((index) => placeOf(mission, index));
    const [level] = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
    bodyOf(await red.client.put(places[2]!.path, { command: 'x' }), 200);
    bodyOf(await attach(red.client, places[0]!), 201);
    await walk(red.client, places[0]!.path, 'executed');
    bodyOf(await blue.client.put(places[0]!.path, { detection_level_id: level.id }), 200);

    const { tests, next_since, server_time } = await newest(mission);
    assert.deepEqual(
      tests.map(({ id }) => id),
      [places[1]!.test, places[2]!.test, places[0]!.test],
    );
    const detail = await readTest(blue.client, places[0]!);
    assert.deepEqual(tests[2], {
      id: detail.id,
      scenario_id: detail.scenario_id,
      name: detail.name,
      status: 'executed',
      run_number: 1,
      detection_level: level,
      last_actor: detail.last_actor,
      updated_at: detail.updated_at,
      evidence_count: 1,
      outcome: null,
      expectation_met: 'none',
      executed_at: detail.executed_at,
      detected_at: null,
      assignee: null,
      tags: [],
      started_at: null,
      ended_at: null,
      source_host: null,
      target_host: null,
      operator: detail.operator,
      attack_result: null,
      detection_level_source: 'set',
    });
    assert.equal(detail.last_actor?.id, blue.id);
    assert.deepEqual([tests[0]?.last_actor, tests[0]?.evidence_count], [null, 0]);
    assert.equal(next_since, detail.updated_at);
    assert.equal(server_time, new Date(clock).toISOString());
  });

  it('continues from next_since and is empty if there is nothing new', async () => {
    const mission = await newMission(admin, { tests: 2, members: [red, blue] });
    const first = await newest(mission);
    const none = await newest(mission, first.next_since);
    assert.deepEqual([none.tests, none.next_since], [[], first.next_since]);
    bodyOf(await red.client.put(placeOf(mission).path, { command: 'x' }), 200);
    const { tests, next_since } = await newest(mission, none.next_since);
    assert.deepEqual(
      tests.map(({ id }) => id),
      [placeOf(mission).test],
    );
    assert.deepEqual((await newest(mission, next_since)).tests, []);
    // A write without a change does not count as activity.
    bodyOf(await red.client.put(placeOf(mission).path, {}), 200);
    await walk(red.client, placeOf(mission).path, 'pending');
    assert.deepEqual((await newest(mission, next_since)).tests, []);
  });

  it('of a mission without tests can be polled from the beginning', async () => {
    const mission = await newMission(admin, { tests: 0, members: [blue] });
    const { tests, next_since } = await newest(mission);
    assert.deepEqual(tests, []);
    const scenario = await newScenarioTemplate(admin, { tests: 2 });
    const path = `/api/v1/missions/${mission.id}/scenarios`;
    bodyOf(await admin.post(path, { scenario_template_ids: [scenario.id] }), 201);
    assert.equal((await newest(mission, next_since)).tests.length, 2);
  });

  it('accepts since with any offset', async () => {
    const mission = await newMission(admin, { tests: 1, members: [red, blue] });
    const { next_since } = await newest(mission);
    const shifted = (hours: number, offset: string) =>
      new Date(Date.parse(next_since) + hours * 60 * minute).toISOString().replace('Z', offset);
    for (const since of [shifted(2, '+02:00'), shifted(-5, '-05:00'), shifted(14, '+14:00')]) {
      const answer = await newest(mission, since);
      assert.deepEqual([answer.tests, answer.next_since], [[], next_since]);
    }
    const before = new Date(Date.parse(next_since) - 1 + 2 * 60 * minute)
      .toISOString()
      .replace('Z', '+02:00');
    assert.equal((await newest(mission, before)).tests.length, 1);
  });

  it('accepts since as any ISO 8601 timestamp, in UTC without an offset, and a date as its midnight', async () => {
    const mission = await newMission(admin, { tests: 1, members: [red, blue] });
    const { next_since } = await newest(mission);
    const local = next_since.replace('Z', '');
    const basic = local.replaceAll(/[-:]/g, '');
    for (const since of [local, `${local}999`, `${basic}Z`, `${local}+0000`, basic.replace('.', ',')]) {
      const answer = await newest(mission, since);
      assert.deepEqual([answer.tests, answer.next_since], [[], next_since], since);
    }
    const today = next_since.slice(0, 10);
    const start = Date.UTC(Number(today.slice(0, 4)), 0, 1);
    const dayOfYear = String(Math.round((Date.parse(today) - start) / (24 * 60 * minute)) + 1).padStart(
      3,
      '0',
    );
    const ordinal = `${today.slice(0, 4)}-${dayOfYear}`;
    for (const since of [`${ordinal}T${local.slice(11)}Z`, `${ordinal}T24:00`]) {
      assert.deepEqual((await newest(mission, since)).tests, [], since);
    }
    for (const since of [ordinal, ordinal.replace('-', ''), '2020-W53-7', '2020-W53', '2020-12-31T24,0']) {
      assert.equal((await newest(mission, since)).tests.length, 1, since);
    }
    const tomorrow = new Date(Date.parse(today) + 24 * 60 * minute).toISOString();
    assert.equal((await newest(mission, today)).tests.length, 1);
    const later = await newest(mission, tomorrow.slice(0, 10));
    assert.deepEqual([later.tests, later.next_since], [[], tomorrow]);
  });

  it('refuses an invalid time', async () => {
    const mission = await newMission(admin, { members: [blue] });
    for (const query of [
      'since=',
      'since=now',
      'since=2026-02-30',
      'since=2026-11-20T25:00',
      'since=2025-W53-1',
      'since=2026-11-20T24:01',
      'since=2026-02-30T09:30:00Z',
      'since=2026-11-20T09:30:00Z&since=2026-11-20T09:30:00Z',
      'limit=1',
    ]) {
      const answer = await blue.client.get(`/api/v1/missions/${mission.id}/activity?${query}`);
      assert.equal(answer.status, 422, query);
    }
  });

  it('gives every kind of write a later time than all before it, while the clock goes back', async () => {
    const mission = await newMission(admin, { tests: 2, members: [red, blue] });
    const [one, two] = [placeOf(mission, 0), placeOf(mission, 1)];
    const scenario = await newScenarioTemplate(admin, { tests: 2 });
    const writes: [what: string, write: () => Promise<unknown>, changed: number, evidence?: number][] = [
      ['a red field', () => red.client.put(one.path, { command: 'x' }), 1],
      ['a blue field', () => blue.client.put(two.path, { blue_comment: 'x' }), 1],
      ['a move', () => red.client.post(`${one.path}/transition`, { status: 'executed' }), 1],
      ['evidence', () => attach(blue.client, two), 1, 1],
      ['the same evidence again', () => attach(blue.client, two), 1, 2],
      [
        'evidence removed',
        async () => {
          const { evidence } = await readTest(blue.client, two);
          return blue.client.delete(`/api/v1/evidence/${evidence[0]?.id}`);
        },
        1,
        1,
      ],
      [
        'an append',
        () =>
          red.client.post(`${one.missionPath}/scenarios`, {
            scenario_template_ids: [scenario.id, scenario.id],
          }),
        4,
        0,
      ],
      ['a review', () => blue.client.post(`${one.path}/transition`, { status: 'reviewed_by_blue' }), 1],
    ];
    const start = clock;
    let { next_since: since } = await newest(mission);
    for (const [what, write, changed, evidence] of writes) {
      clock -= 3 * minute;
      const answer = (await write()) as { status: number };
      assert.ok([200, 201, 204].includes(answer.status), `${what}: ${answer.status}`);
      const { tests, next_since } = await newest(mission, since);
      assert.equal(tests.length, changed, what);
      for (const test of tests) assert.ok(test.updated_at > since, what);
      if (evidence !== undefined) assert.equal(tests[0]?.evidence_count, evidence, what);
      assert.equal(next_since, tests.at(-1)?.updated_at);
      since = next_since;
    }
    clock = start;
  });

  it('shows fifty writes of several people once each, through a clock that goes back and a restart', async () => {
    const mission = await newMission(admin, { tests: 50, members: [red, blue] });
    const start = clock;
    const written = new Map<string, string>();
    const seen: { id: string; updated_at: string }[] = [];
    let { next_since: since } = await newest(mission);

    const write = async (index: number): Promise<void> => {
      // The clock steps back, forward, and stands still between two writes.
      clock += [-7 * minute, 0, 3 * minute, 0, 1][index % 5]!;
      const place = placeOf(mission, index);
      const kinds = [
        () => red.client.put(place.path, { command: `c${index}` }),
        () => blue.client.put(place.path, { blue_comment: `b${index}` }),
        () => red.client.post(`${place.path}/transition`, { status: 'executed' }),
        () => attach(blue.client, place, evidenceForm(`e${index}`)),
      ];
      const { status } = await kinds[index % kinds.length]!();
      assert.ok(status === 200 || status === 201, String(status));
      written.set(place.test, (await readTest(admin, place)).updated_at);
    };
    const poll = async (): Promise<void> => {
      const answer = await newest(mission, since);
      for (const { id, updated_at } of answer.tests) seen.push({ id, updated_at });
      since = answer.next_since;
    };
    const round = async (indexes: number[]): Promise<void> => {
      let writing = true;
      const polling = (async () => {
        while (writing) await poll();
      })();
      const lanes = [0, 1, 2, 3, 4].map(async (lane) => {
        for (const index of indexes.filter((item) => item % 5 === lane)) await write(index);
      });
      await Promise.all(lanes).finally(() => {
        writing = false;
      });
      await polling;
    };
    const all = Array.from({ length: 50 }, (_, index) => index);
    await round(all.slice(0, 25));
    clock = start - 20 * minute;
    await server.restart();
    await round(all.slice(25));
    await poll();

    assert.equal(seen.length, 50);
    assert.deepEqual(new Map(seen.map(({ id, updated_at }) => [id, updated_at])), written);
    const times = seen.map(({ updated_at }) => updated_at);
    assert.deepEqual(times, [...new Set(times)].sort());
    clock = start;
  });

  it('never misses the last of many writes to a few tests', async () => {
    const mission = await newMission(admin, { tests: 3, members: [red, blue] });
    const last = new Map<string, string>();
    const seen = new Map<string, string>();
    let { next_since: since } = await newest(mission);
    let writing = true;
    const polling = (async () => {
      for (let more = true; more; ) {
        more = writing;
        const answer = await newest(mission, since);
        for (const { id, updated_at } of answer.tests) {
          assert.ok(updated_at > (seen.get(id) ?? ''), 'a change came twice');
          seen.set(id, updated_at);
        }
        since = answer.next_since;
      }
    })();
    const lanes = [red, blue, server.admin].map(async ({ client }, lane) => {
      for (let index = 0; index < 20; index += 1) {
        const place = placeOf(mission, (lane + index) % 3);
        const body = lane === 1 ? { blue_comment: `${index}` } : { output: `${index}` };
        const { id, updated_at } = bodyOf(await client.put(place.path, body), 200);
        if (updated_at > (last.get(id) ?? '')) last.set(id, updated_at);
      }
    });
    await Promise.all(lanes).finally(() => {
      writing = false;
    });
    await polling;
    assert.deepEqual([...seen].sort(), [...last].sort());
  });
});
