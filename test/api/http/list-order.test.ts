import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { newEngagement } from '../../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
} from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

async function names(client: Client, path: string, field = 'name'): Promise<string[]> {
  const { items } = bodyOf(await client.get(path), 200);
  return items.map((item: Record<string, string>) => item[field]);
}

describe('lists', () => {
  it('of missions are sorted by a column, for administrators and members, and keep their own order without one', async () => {
    const red = await server.newPerson('redteam');
    const fields = [
      { name: 'banana', client: 'Zoo', start_date: '2026-03-01' },
      { name: 'Apple', client: null, start_date: null },
      { name: 'cherry', client: 'acme', start_date: '2026-01-01' },
      { name: 'apple', client: 'Acme', start_date: '2026-01-01' },
    ];
    for (const one of fields) await newMission(red.client, { ...one, tests: 0 });
    const cases: [string, string[]][] = [
      ['', ['apple', 'cherry', 'Apple', 'banana']],
      ['sort=name', ['Apple', 'apple', 'banana', 'cherry']],
      ['sort=name&order=desc', ['cherry', 'banana', 'apple', 'Apple']],
      // Rows without a value come last in both directions.
      ['sort=client', ['cherry', 'apple', 'banana', 'Apple']],
      ['sort=client&order=desc', ['banana', 'apple', 'cherry', 'Apple']],
      ['sort=start_date', ['cherry', 'apple', 'banana', 'Apple']],
    ];
    for (const client of [red.client, server.admin.client]) {
      for (const [query, expected] of cases) {
        assert.deepEqual(await names(client, `/api/v1/missions?${query}`), expected, query);
        const pages = await Promise.all(
          [0, 1, 2, 3].map((offset) => names(client, `/api/v1/missions?${query}&limit=1&offset=${offset}`)),
        );
        assert.deepEqual(pages.flat(), expected, `${query}, page by page`);
      }
    }
    const id = bodyOf(await red.client.get('/api/v1/missions?q=cherry'), 200).items[0].id;
    bodyOf(await red.client.post(`/api/v1/missions/${id}/transition`, { status: 'in_progress' }), 200);
    assert.equal((await names(red.client, '/api/v1/missions?sort=status&order=desc'))[0], 'cherry');
    assert.equal((await names(red.client, '/api/v1/missions?sort=updated_at&order=desc'))[0], 'cherry');
    assert.equal((await names(red.client, '/api/v1/missions?sort=progress')).length, 4);
  });

  it('of engagements, templates and users are sorted too', async () => {
    const red = await server.newPerson('redteam');
    const { client } = red;
    for (const name of ['Two', 'one', 'Three']) {
      await newEngagement(client, { name });
      await newTestTemplate(client, { name, opsec: name === 'one' ? 'high' : null });
      await newScenarioTemplate(client, { name, tests: [] });
    }
    for (const path of ['/api/engagements', '/api/v1/test-templates', '/api/v1/scenario-templates']) {
      assert.deepEqual(await names(client, `${path}?sort=name`), ['one', 'Three', 'Two'], path);
      assert.deepEqual(await names(client, `${path}?sort=updated_at`), ['Two', 'one', 'Three'], path);
      assert.deepEqual(await names(client, path), ['Three', 'one', 'Two'], path);
    }
    assert.equal((await names(client, '/api/v1/test-templates?sort=opsec&order=desc'))[0], 'one');
    const { admin } = server;
    const emails = await names(admin.client, '/api/v1/users', 'email');
    const turned = await names(admin.client, '/api/v1/users?sort=email&order=desc', 'email');
    assert.deepEqual(turned, emails.toReversed());
    assert.equal((await names(admin.client, '/api/v1/users?sort=role', 'role'))[0], 'admin');
  });

  it('of organisations, groups and simulation templates are sorted too', async () => {
    const red = await server.newPerson('redteam');
    const organisations = '/api/v1/organisations';
    for (const [name, missions] of [
      ['Elm', 2],
      ['birch', 0],
      ['Oak', 1],
    ] as const) {
      bodyOf(await red.client.post(organisations, { name: `${name} tree` }), 201);
      for (let made = 0; made < missions; made += 1) {
        await newMission(red.client, { client: `${name} tree`, tests: 0 });
      }
    }
    const trees = `${organisations}?q=tree`;
    for (const client of [red.client, server.admin.client]) {
      assert.deepEqual(await names(client, trees), ['birch tree', 'Elm tree', 'Oak tree']);
      assert.deepEqual(await names(client, `${trees}&sort=name&order=desc`), [
        'Oak tree',
        'Elm tree',
        'birch tree',
      ]);
      assert.deepEqual(await names(client, `${trees}&sort=missions`), ['birch tree', 'Oak tree', 'Elm tree']);
    }
    // Hidden rows of other people are not counted.
    const stranger = await server.newPerson('redteam');
    await newMission(stranger.client, { client: 'Oak tree', tests: 0 });
    const ofStranger = await names(stranger.client, `${trees}&sort=missions&order=desc`);
    assert.equal(ofStranger[0], 'Oak tree');
    const elm = bodyOf(await red.client.get(`${trees}&sort=missions&order=desc&limit=1`), 200).items[0];
    bodyOf(await red.client.post(`${organisations}/${elm.id}/tools`, { name: 'EDR', kind: 'edr' }), 201);
    assert.equal((await names(red.client, `${trees}&sort=tools&order=desc`))[0], 'Elm tree');
    assert.equal((await names(red.client, `${trees}&sort=engagements`)).length, 3);

    const { admin } = server;
    for (const [name, member_ids] of [
      ['Full', [red.id]],
      ['empty', []],
    ]) {
      bodyOf(await admin.client.post('/api/v1/groups', { name, member_ids }), 201);
    }
    assert.deepEqual(await names(admin.client, '/api/v1/groups?sort=name&order=desc'), ['Full', 'empty']);
    assert.deepEqual(await names(admin.client, '/api/v1/groups?sort=members&order=desc'), ['Full', 'empty']);
    assert.deepEqual(await names(admin.client, '/api/v1/groups?sort=members'), ['empty', 'Full']);

    for (const name of ['Two', 'one']) bodyOf(await red.client.post('/api/templates', { name }), 201);
    assert.deepEqual(await names(red.client, '/api/templates?sort=name'), ['one', 'Two']);
    assert.deepEqual(await names(red.client, '/api/templates?sort=updated_at'), ['Two', 'one']);
    assertProblem(await red.client.get('/api/templates?sort=command'), 422, 'invalid');
    assertProblem(await red.client.get(`${organisations}?sort=created_at`), 422, 'invalid');
  });

  it('refuse an unknown column', async () => {
    const { client } = server.admin;
    for (const query of ['sort=description', 'sort=', 'sort=name&order=up', 'sort=name&sort=client']) {
      assertProblem(await client.get(`/api/v1/missions?${query}`), 422, 'invalid');
    }
    assertProblem(await client.get('/api/v1/users?sort=password_hash'), 422, 'invalid');
  });
});
