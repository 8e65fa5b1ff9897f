import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from '../../support/servers/server.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/scenario-templates';
const testsPath = '/api/v1/test-templates';

const execution = { kind: 'tactic', external_id: 'TA0002' };
const powershell = { kind: 'subtechnique', external_id: 'T1059.001' };

describe('lists of scenario templates', () => {
  let server: TestServer;
  let admin: Client;
  const seeds = [
    { name: 'first', tags: ['alpha'], description: 'the rate is 100% of a_b \\ c' },
    { name: 'second', tags: ['alpha', 'beta'] },
    { name: 'ÉCOLE', tags: ['Alpha'], description: 'the rate is 1000 of axb' },
  ];
  const every = ['ÉCOLE', 'second', 'first'];

  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    const tests: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const made = await admin.post(testsPath, { name: `Test ${index}`, catalog_tags: [powershell] });
      tests.push(made.body.id);
    }
    for (const [index, seed] of seeds.entries()) {
      const test_template_ids = [...tests.slice(index), ...tests.slice(0, index)];
      const made = await admin.post(path, { ...seed, catalog_tags: [execution], test_template_ids });
      assert.equal(made.status, 201);
    }
    const deleted = await admin.post(path, { name: 'deleted', tags: ['alpha'] });
    assert.equal((await admin.delete(`${path}/${deleted.body.id}`)).status, 204);
  });
  after(() => server.close());

  const filters: [Record<string, string>, string[]][] = [
    [{}, every],
    [{ q: '' }, every],
    [{ tag: 'alpha' }, ['second', 'first']],
    [{ tag: 'Alpha' }, ['ÉCOLE']],
    [{ tag: 'alph' }, []],
    [{ q: '100%' }, ['first']],
    [{ q: 'a_B' }, ['first']],
    [{ q: '\\' }, ['first']],
    [{ q: 'RATE' }, ['ÉCOLE', 'first']],
    [{ q: 'f', sort: 'match' }, ['first', 'ÉCOLE']],
    [{ q: 'école' }, ['ÉCOLE']],
    [{ q: 'rate', tag: 'alpha' }, ['first']],
    [{ q: 'rate', tag: 'beta' }, []],
  ];
  for (const [filter, names] of filters) {
    it(`filters by ${JSON.stringify(filter)}`, async () => {
      const list = await admin.get(`${path}?${new URLSearchParams(filter)}`);
      assert.equal(list.status, 200);
      assert.deepEqual(
        list.body.items.map((item: { name: string }) => item.name),
        names,
      );
      assert.equal(list.body.total, names.length);
    });
  }

  it('shows in a list what a read shows', async () => {
    const { items } = (await admin.get(path)).body;
    assert.equal(items.length, 3);
    for (const item of items) {
      assert.equal(item.tests.length, 3);
      assert.deepEqual((await admin.get(`${path}/${item.id}`)).body, item);
    }
  });

  it('pages without leaving one out or showing one twice', async () => {
    const names: string[] = [];
    for (let offset = 0; offset < 4; offset += 1) {
      const { items, ...page } = (await admin.get(`${path}?limit=1&offset=${offset}`)).body;
      assert.deepEqual(page, { total: 3, limit: 1, offset });
      names.push(...items.map((item: { name: string }) => item.name));
    }
    assert.deepEqual(names, every);
  });

  for (const query of [
    'limit=0',
    'limit=201',
    'offset=-1',
    'tag=',
    'tactic=TA0002',
    'opsec=low',
    'q=a&q=b',
  ]) {
    it(`refuses ?${query}`, async () => {
      const list = await admin.get(`${path}?${query}`);
      assert.equal(list.status, 422);
      assert.equal(list.body.errors[0].path, query.split('=')[0]);
    });
  }
});
