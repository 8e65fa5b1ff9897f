import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/test-templates';

const credentialAccess = { kind: 'tactic', external_id: 'TA0006' };
const credentialDumping = { kind: 'technique', external_id: 'T1003' };
const lsassMemory = { kind: 'subtechnique', external_id: 'T1003.001' };
const powershell = { kind: 'subtechnique', external_id: 'T1059.001' };

describe('lists of test templates', () => {
  let server: TestServer;
  let admin: Client;
  const seeds = [
    { name: 'tactic', catalog_tags: [credentialAccess], opsec: 'low', tags: ['alpha'] },
    { name: 'technique', catalog_tags: [credentialDumping], opsec: 'high', tags: ['alpha', 'beta'] },
    { name: 'subtechnique', catalog_tags: [lsassMemory, powershell], opsec: 'high', tags: ['beta'] },
    { name: 'elsewhere', catalog_tags: [powershell], description: 'the rate is 100% of a_b \\ c' },
    { name: 'École ΣΊΣΥΦΟΣ ДЕЛО', description: 'İstanbul' },
    { name: 'the rate is 1000 of axb', tags: ['Alpha', '100%'] },
  ];
  const every = seeds.map((seed) => seed.name).reverse();

  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    for (const seed of seeds) assert.equal((await admin.post(path, seed)).status, 201);
    const deleted = await admin.post(path, {
      name: 'deleted',
      description: 'Its rate is 100%',
      opsec: 'high',
      tags: ['alpha'],
      catalog_tags: [credentialAccess, lsassMemory],
    });
    assert.equal((await admin.delete(`${path}/${deleted.body.id}`)).status, 204);
  });
  after(() => server.close());

  const filters: [Record<string, string>, string[]][] = [
    [{}, every],
    [{ q: '' }, every],
    [{ tactic: 'TA0006' }, ['subtechnique', 'technique', 'tactic']],
    [{ tactic: 'credential-access' }, ['subtechnique', 'technique', 'tactic']],
    [{ tactic: 'TA0002' }, ['elsewhere', 'subtechnique']],
    [{ tactic: 'T1003' }, []],
    [{ tactic: 'TA9999' }, []],
    [{ technique: 'T1003' }, ['subtechnique', 'technique']],
    [{ technique: 'T1059' }, ['elsewhere', 'subtechnique']],
    [{ technique: 'T1003.001' }, []],
    [{ technique: 'T9999' }, []],
    [{ subtechnique: 'T1003.001' }, ['subtechnique']],
    [{ subtechnique: 'T1059.001' }, ['elsewhere', 'subtechnique']],
    [{ subtechnique: 'T1003' }, []],
    [{ opsec: 'high' }, ['subtechnique', 'technique']],
    [{ opsec: 'medium' }, []],
    [{ tag: 'alpha' }, ['technique', 'tactic']],
    [{ q: 'te', sort: 'match' }, ['technique', 'subtechnique', 'the rate is 1000 of axb', 'elsewhere']],
    [{ tag: 'Alpha' }, ['the rate is 1000 of axb']],
    [{ tag: 'alph' }, []],
    [{ tag: '100%' }, ['the rate is 1000 of axb']],
    [{ q: 'TECHN' }, ['subtechnique', 'technique']],
    [{ q: 'rate is 100' }, ['the rate is 1000 of axb', 'elsewhere']],
    [{ q: '100%' }, ['elsewhere']],
    [{ q: '%' }, ['elsewhere']],
    [{ q: 'a_b' }, ['elsewhere']],
    [{ q: '\\' }, ['elsewhere']],
    [{ q: '\\ C' }, ['elsewhere']],
    [{ q: 'éCOLE' }, ['École ΣΊΣΥΦΟΣ ДЕЛО']],
    [{ q: 'дело' }, ['École ΣΊΣΥΦΟΣ ДЕЛО']],
    [{ q: 'ecole' }, []],
    [{ q: "' or 1=1 --" }, []],
    [{ tactic: 'TA0006', opsec: 'high' }, ['subtechnique', 'technique']],
    [{ tactic: 'TA0006', technique: 'T1059' }, ['subtechnique']],
    [{ tactic: 'TA0002', subtechnique: 'T1003.001' }, ['subtechnique']],
    [{ technique: 'T1003', tag: 'alpha' }, ['technique']],
    [{ tactic: 'TA0006', technique: 'T1003', opsec: 'high', tag: 'beta', q: 'sub' }, ['subtechnique']],
    [{ tactic: 'TA0006', technique: 'T1003', opsec: 'low', tag: 'beta', q: 'sub' }, []],
    [{ q: 'rate', tag: '100%' }, ['the rate is 1000 of axb']],
    [{ q: 'rate', tactic: 'TA9999' }, []],
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
    for (const item of (await admin.get(path)).body.items) {
      assert.deepEqual((await admin.get(`${path}/${item.id}`)).body, item);
    }
  });

  it('pages without leaving one out or showing one twice', async () => {
    const names: string[] = [];
    for (let offset = 0; offset <= seeds.length; offset += 2) {
      const list = await admin.get(`${path}?limit=2&offset=${offset}`);
      assert.deepEqual(
        { total: list.body.total, limit: list.body.limit, offset: list.body.offset },
        { total: seeds.length, limit: 2, offset },
      );
      names.push(...list.body.items.map((item: { name: string }) => item.name));
    }
    assert.deepEqual(names, every);
    const { limit, offset } = (await admin.get(path)).body;
    assert.deepEqual({ limit, offset }, { limit: 50, offset: 0 });
    const beyond = (await admin.get(`${path}?tag=alpha&offset=999999999`)).body;
    assert.deepEqual([beyond.items, beyond.total], [[], 2]);
  });

  for (const query of [
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'offset=-1',
    'offset=x',
    'opsec=extreme',
    'opsec=',
    'tag=',
    `tag=${'t'.repeat(101)}`,
    'tactic=',
    'technique=',
    'subtechnique=',
    `q=${'q'.repeat(201)}`,
    'q=%00',
    'opsec=low&opsec=high',
    'colour=red',
  ]) {
    it(`refuses ?${query.slice(0, 30)}`, async () => {
      const list = await admin.get(`${path}?${query}`);
      assert.equal(list.status, 422);
      assert.equal(list.body.errors[0].path, query.split('=')[0]);
    });
  }
});
