import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import {
  assertRefused,
  type Caller,
  callers,
  type EngagementsServer,
  move,
  newEngagement,
  newSimulation,
  newSimulationTemplate,
  refusedAt,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf, nobody, refusal } from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Answer, type Client, startTestServer } from '../../support/servers/server.ts';

const target = '/api/engagements';

describe('engagements', () => {
  let server: EngagementsServer;
  let admin: Client;
  let red: Client;
  before(async () => {
    server = await startEngagementsServer();
    admin = server.admin.client;
    red = server.red.client;
  });
  after(() => server.close());

  describe('access', () => {
    const operations: [what: string, call: (client: Client, id: string) => Promise<Answer>, string][] = [
      ['list them', (client) => client.get(target), 'anonymous 401, admin 200, redteam 200, soc 200'],
      [
        'make one',
        (client) => client.post(target, { name: 'New' }),
        'anonymous 401, admin 201, redteam 201, soc 403',
      ],
      [
        'read one',
        (client, id) => client.get(`${target}/${id}`),
        'anonymous 401, admin 200, redteam 200, soc 200',
      ],
      [
        'change one',
        (client, id) => client.patch(`${target}/${id}`, { name: 'Changed' }),
        'anonymous 401, admin 200, redteam 200, soc 403',
      ],
      [
        'delete one',
        (client, id) => client.delete(`${target}/${id}`),
        'anonymous 401, admin 204, redteam 204, soc 403',
      ],
    ];
    for (const [what, call, expected] of operations) {
      it(`${what}: ${expected}`, async () => {
        const statuses: string[] = [];
        for (const caller of callers) {
          const { id } = await newEngagement(admin);
          statuses.push(`${caller} ${(await call(server.client(caller), id)).status}`);
        }
        assert.equal(statuses.join(', '), expected);
      });
    }

    it('is decided by the role, whatever permissions a group adds', async () => {
      const { client } = await server.newPerson('soc', {
        permissions: ['mission.create', 'mission.update', 'mission.archive', 'mission.write_red_fields'],
      });
      const { id } = await newEngagement(admin);
      assertRefused(await client.post(target, { name: 'New' }), 403, 'forbidden');
      assertRefused(await client.delete(`${target}/${id}`), 403, 'forbidden');
    });

    const orders: [Caller, method: string, id: string, body: unknown, status: number][] = [
      ['anonymous', 'PATCH', nobody, { bad: 1 }, 401],
      ['soc', 'PATCH', nobody, { bad: 1 }, 403],
      ['soc', 'DELETE', nobody, undefined, 403],
      ['redteam', 'PATCH', nobody, { bad: 1 }, 404],
      ['redteam', 'PATCH', 'no-uuid', { bad: 1 }, 404],
      ['redteam', 'DELETE', nobody, undefined, 404],
      ['soc', 'GET', nobody, undefined, 404],
      ['soc', 'GET', 'no-uuid', undefined, 404],
    ];
    for (const [caller, method, id, body, status] of orders) {
      it(`is checked before existence, and existence before the body: ${caller} ${method} ${id} is ${status}`, async () => {
        const options = body === undefined ? {} : { body };
        assert.equal(
          (await server.client(caller).request(method, `${target}/${id}`, options)).status,
          status,
        );
      });
    }

    it('does not distinguish unknown from deleted ones', async () => {
      const { id } = await newEngagement(admin);
      bodyOf(await admin.delete(`${target}/${id}`), 204);
      assert.deepEqual(
        refusal(await admin.get(`${target}/${id}`)),
        refusal(await admin.get(`${target}/${nobody}`)),
      );
    });
  });

  describe('making one', () => {
    it('needs a name only, and starts planned', async () => {
      const { id, created_at, updated_at, ...shown } = await newEngagement(red, { name: '  Harbour ' });
      assert.deepEqual(shown, {
        name: 'Harbour',
        client: null,
        organisation: null,
        description: null,
        status: 'planned',
        start_date: null,
        end_date: null,
        members: [],
        members_only: false,
        created_by: { id: server.red.id, display_name: shown.created_by?.display_name },
        counts: { simulations: 0, pending: 0, in_progress: 0, review_required: 0, done: 0 },
      });
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal(updated_at, created_at);
      assert.equal((await red.get(`${target}/${id}`)).body.name, 'Harbour');
    });

    it('keeps every field', async () => {
      const fields = {
        name: 'Harbour',
        client: 'Blue Line <b>',
        description: ' to the letter\r\n',
        status: 'active',
        start_date: '2026-02-28',
        end_date: '2026-02-28',
      };
      const { id } = await newEngagement(admin, fields);
      const { body } = await admin.get(`${target}/${id}`);
      for (const [name, value] of Object.entries(fields)) assert.equal(body[name], value);
    });

    const refusals: [what: string, fields: object, at: string][] = [
      ['no name', { name: undefined }, 'name'],
      ['a blank name', { name: ' \t' }, 'name'],
      ['a name of 201', { name: 'n'.repeat(201) }, 'name'],
      ['a name of null', { name: null }, 'name'],
      ['a client of 201', { client: 'c'.repeat(201) }, 'client'],
      ['another status', { status: 'archived' }, 'status'],
      ['a status of null', { status: null }, 'status'],
      ['a day that does not exist', { start_date: '2026-02-30' }, 'start_date'],
      ['a time for a day', { end_date: '2026-02-03T00:00:00Z' }, 'end_date'],
      ['inverted dates', { start_date: '2026-02-02', end_date: '2026-02-01' }, 'end_date'],
      ['NUL', { description: 'a\u0000b' }, 'description'],
      ['an unknown property', { colour: 'red' }, 'colour'],
      ['counts', { counts: {} }, 'counts'],
    ];
    for (const [what, fields, at] of refusals) {
      it(`refuses ${what}`, async () => {
        assert.equal(refusedAt(await admin.post(target, { name: 'Harbour', ...fields })), at);
      });
    }

    it('accepts one date without the other', async () => {
      assert.equal((await newEngagement(admin, { start_date: '2026-01-01' })).end_date, null);
      assert.equal((await newEngagement(admin, { end_date: '2026-01-01' })).start_date, null);
    });
  });

  describe('changing one', () => {
    for (const from of ['planned', 'active', 'closed']) {
      for (const to of ['planned', 'active', 'closed']) {
        it(`takes it from ${from} to ${to}`, async () => {
          const { id } = await newEngagement(red, { status: from });
          assert.equal(bodyOf(await red.patch(`${target}/${id}`, { status: to }), 200).status, to);
        });
      }
    }

    it('changes the given fields, and clears nullable ones with null', async () => {
      const made = await newEngagement(admin, {
        client: 'Acme',
        description: 'old',
        start_date: '2026-01-01',
      });
      const changed = bodyOf(
        await red.patch(`${target}/${made.id}`, { name: 'New', client: null, start_date: null }),
        200,
      );
      assert.deepEqual(changed, {
        ...made,
        name: 'New',
        client: null,
        organisation: null,
        start_date: null,
        updated_at: changed.updated_at,
      });
      assert.ok(changed.updated_at > made.updated_at);
    });

    it('changes nothing at all for an empty body', async () => {
      const made = await newEngagement(admin);
      assert.deepEqual(bodyOf(await admin.patch(`${target}/${made.id}`, {}), 200), made);
    });

    const refusals: [what: string, patch: object, at: string][] = [
      ['a name of null', { name: null }, 'name'],
      ['another status', { status: 'done' }, 'status'],
      ['an unknown property', { colour: 1 }, 'colour'],
      ['its identifier', { id: nobody }, 'id'],
      ['an end before the start', { start_date: '2026-05-02', end_date: '2026-05-01' }, 'end_date'],
      ['an end alone, before the start', { end_date: '2026-02-28' }, 'end_date'],
      ['a start alone, after the end', { start_date: '2026-04-01' }, 'end_date'],
    ];
    for (const [what, patch, at] of refusals) {
      it(`refuses ${what}`, async () => {
        const made = await newEngagement(admin, { start_date: '2026-03-01', end_date: '2026-03-31' });
        assert.equal(refusedAt(await admin.patch(`${target}/${made.id}`, patch)), at);
        assert.deepEqual((await admin.get(`${target}/${made.id}`)).body, made);
      });
    }
  });

  it('counts simulations by status, in lists too', async () => {
    const { id } = await newEngagement(admin);
    const other = await newEngagement(admin);
    await newSimulation(admin, {}, other.id);
    const walks = [[], [], ['in_progress'], ['in_progress', 'review_required', 'done']];
    for (const states of walks) {
      const simulation = await newSimulation(admin, {}, id);
      for (const status of states) bodyOf(await move(admin, simulation.id, status), 200);
    }
    const reviewed = await newSimulation(admin, {}, id);
    bodyOf(await move(admin, reviewed.id, 'in_progress'), 200);
    bodyOf(await move(admin, reviewed.id, 'review_required'), 200);

    const counts = { simulations: 5, pending: 2, in_progress: 1, review_required: 1, done: 1 };
    assert.deepEqual((await admin.get(`${target}/${id}`)).body.counts, counts);
    const { items } = (await admin.get(`${target}?limit=2`)).body;
    assert.deepEqual(
      items.map((item: Engagement) => item.counts),
      [{ ...counts, simulations: 1, pending: 1, in_progress: 0, review_required: 0, done: 0 }, counts],
    );
    bodyOf(await admin.delete(`/api/simulations/${reviewed.id}`), 204);
    const after = (await admin.get(`${target}/${id}`)).body.counts;
    assert.deepEqual(after, { ...counts, simulations: 4, review_required: 0 });
  });

  it('keeps an engagement whose creator is deleted, without their name', async () => {
    const maker = await server.newPerson('redteam');
    const { id } = await newEngagement(maker.client);
    await newSimulation(maker.client, {}, id);
    bodyOf(await admin.delete(`/api/users/${maker.id}`), 204);
    const kept = bodyOf(await admin.get(`${target}/${id}`), 200);
    assert.equal(kept.created_by, null);
    assert.equal(kept.counts.simulations, 1);
  });

  it('answers unknown paths under /api with a JSON 404 or 405', async () => {
    for (const unknown of ['/api/nothing', '/api/engagement', '/api/engagements/', '/api/v1/engagements']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        assertRefused(await admin.request(method, unknown), 404, 'not_found');
      }
    }
    const { id } = await newEngagement(admin);
    const answer = await admin.request('PUT', `${target}/${id}`, { body: {} });
    assertRefused(answer, 405, 'method_not_allowed');
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, PATCH, DELETE');
  });
});

describe('the time of a write to an engagement', () => {
  it('is later than the one before, also when the clock steps back', async () => {
    let time = Date.now();
    const server = await startTestServer({ seams: { now: () => time } });
    try {
      const client = server.admin.client;
      let { id, updated_at } = await newEngagement(client);
      for (const step of [0, 0, -60_000, 1]) {
        time += step;
        const changed = bodyOf(await client.patch(`${target}/${id}`, { description: `${step}` }), 200);
        assert.ok(changed.updated_at > updated_at, `${changed.updated_at} after ${updated_at}`);
        updated_at = changed.updated_at;
      }
    } finally {
      await server.close();
    }
  });
});

describe('deleting an engagement', () => {
  it(
    'removes its simulations, its C2 configuration and its tasks, and nothing else',
    onlyWithFile,
    async () => {
      const server = await startEngagementsServer({
        env: { SVC_ENCRYPTION_KEY: randomBytes(32).toString('hex') },
      });
      const red = server.red.client;
      const config = { framework: 'fake', base_url: 'http://127.0.0.1:1', token: 'token', tls: 'insecure' };
      const template = await newSimulationTemplate(red, { techniques: [{ id: 'T1059' }] });
      const full = async (): Promise<{ engagement: string; simulation: string }> => {
        const engagement = (await newEngagement(red)).id;
        const fields = { template_id: template.id, tactic_ids: ['TA0002'] };
        const simulation = (await newSimulation(red, fields, engagement)).id;
        bodyOf(await red.put(`${target}/${engagement}/c2-config`, config), 200);
        bodyOf(await red.post(`/api/simulations/${simulation}/c2/tasks`, { external_id: 'fake-1' }), 201);
        return { engagement, simulation };
      };
      const tables = [
        'engagements',
        'simulations',
        'simulation_techniques',
        'simulation_tactics',
        'c2_configs',
        'c2_tasks',
        'simulation_templates',
      ] as const;
      const rows = async (): Promise<number[]> => {
        const { db, close } = openDatabase(path.join(server.dataDir, 'damson.db'));
        const counts: number[] = [];
        for (const table of tables) {
          counts.push(
            (
              await db
                .selectFrom(table)
                .select(({ lit }) => lit(1).as('one'))
                .execute()
            ).length,
          );
        }
        await close();
        return counts;
      };
      try {
        const kept = await full();
        const gone = await full();
        assert.deepEqual(await rows(), [2, 2, 2, 2, 2, 2, 1]);
        bodyOf(await red.delete(`${target}/${gone.engagement}`), 204);
        assert.deepEqual(await rows(), [1, 1, 1, 1, 1, 1, 1]);
        for (const path of [
          `${target}/${gone.engagement}`,
          `${target}/${gone.engagement}/simulations`,
          `${target}/${gone.engagement}/c2-config`,
          `/api/simulations/${gone.simulation}`,
          `/api/simulations/${gone.simulation}/c2/tasks`,
        ]) {
          assertRefused(await red.get(path), 404, 'not_found');
        }
        assertRefused(await red.delete(`${target}/${gone.engagement}`), 404, 'not_found');
        bodyOf(await red.get(`/api/simulations/${kept.simulation}`), 200);
        bodyOf(await red.get(`${target}/${kept.engagement}/c2-config`), 200);
        assert.equal((await red.get('/api/simulations')).body.total, 1);
      } finally {
        await server.close();
      }
    },
  );
});
