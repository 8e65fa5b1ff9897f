import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from '../../support/servers/server.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/test-templates';
const missing = '01900000-0000-7000-8000-00000000dead';

const nullableTexts = [
  'description',
  'objective',
  'procedure',
  'command',
  'cleanup_command',
  'expected_detection',
] as const;

const credentialAccess = { kind: 'tactic', external_id: 'TA0006' };
const lsassMemory = { kind: 'subtechnique', external_id: 'T1003.001' };
const powershell = { kind: 'subtechnique', external_id: 'T1059.001' };

const full = {
  name: 'Dump LSASS memory',
  description: 'Reads the memory of the process that holds the credentials',
  objective: 'Credentials of whoever is signed in',
  procedure: '1. Open a shell as administrator\r\n2. Run the command\r\n',
  command: 'rundll32.exe comsvcs.dll, MiniDump 624 C:\\dump.bin full  ',
  cleanup_command: 'del C:\\dump.bin',
  expected_detection: 'Process access to lsass.exe with 0x1010',
  platforms: ['windows'],
  opsec: 'high',
  tags: ['credentials', 'needs admin'],
  catalog_tags: [credentialAccess, lsassMemory],
  source: 'an import of last week',
};

describe('test templates', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
  });
  after(() => server.close());

  const create = async (fields: object = {}): Promise<Record<string, unknown> & { id: string }> => {
    const made = await admin.post(path, { name: 'A test', ...fields });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  };
  const nameOf = async (list: string, externalId: string): Promise<string> => {
    const { items } = (await admin.get(`/api/v1/catalog/${list}?limit=200`)).body;
    return (
      items.find((item: { external_id: string }) => item.external_id === externalId)?.name ??
      assert.fail(`${externalId} is not among the ${list}`)
    );
  };
  const found = async (query: string): Promise<string[]> => {
    const list = await admin.get(`${path}?limit=200&${query}`);
    assert.equal(list.status, 200, JSON.stringify(list.body));
    assert.equal(list.body.total, list.body.items.length);
    return list.body.items.map((item: { name: string }) => item.name);
  };

  describe('access', () => {
    const operations: {
      permission: string;
      status: number;
      call: (client: Client, id: string) => Promise<{ status: number }>;
    }[] = [
      { permission: 'test_template.read', status: 200, call: (client) => client.get(path) },
      { permission: 'test_template.read', status: 200, call: (client, id) => client.get(`${path}/${id}`) },
      {
        permission: 'test_template.create',
        status: 201,
        call: (client) => client.post(path, { name: 'New' }),
      },
      {
        permission: 'test_template.update',
        status: 200,
        call: (client, id) => client.patch(`${path}/${id}`, { name: 'Changed' }),
      },
      {
        permission: 'test_template.delete',
        status: 204,
        call: (client, id) => client.delete(`${path}/${id}`),
      },
    ];
    const statuses = async (client: Client): Promise<number[]> => {
      const all: number[] = [];
      for (const { call } of operations) all.push((await call(client, (await create()).id)).status);
      return all;
    };
    const allowed = (...permissions: string[]): number[] =>
      operations.map(({ permission, status }) => (permissions.includes(permission) ? status : 403));

    it('is refused without a token', async () => {
      assert.deepEqual(await statuses(server.anonymous), [401, 401, 401, 401, 401]);
    });

    it('is full for red teamers and administrators, read-only for the SOC', async () => {
      const every = operations.map(({ status }) => status);
      assert.deepEqual(await statuses(admin), every);
      assert.deepEqual(await statuses((await server.newPerson('redteam')).client), every);
      assert.deepEqual(await statuses((await server.newPerson('soc')).client), allowed('test_template.read'));
    });

    for (const permission of ['test_template.create', 'test_template.update', 'test_template.delete']) {
      it(`includes exactly what a group adds: ${permission}`, async () => {
        const person = await server.newPerson('soc', { permissions: [permission] });
        assert.deepEqual(await statuses(person.client), allowed('test_template.read', permission));
      });
    }

    it('is not affected by the permissions for scenario templates', async () => {
      const permissions = ['create', 'update', 'delete'].map((verb) => `scenario_template.${verb}`);
      const person = await server.newPerson('soc', { permissions });
      assert.deepEqual(await statuses(person.client), allowed('test_template.read'));
    });

    it('is checked before existence, and existence before the body', async () => {
      const soc = (await server.newPerson('soc')).client;
      assert.equal((await soc.patch(`${path}/${missing}`, { bad: 1 })).status, 403);
      assert.equal((await admin.patch(`${path}/${missing}`, { bad: 1 })).status, 404);
      assert.equal((await admin.patch(`${path}/${(await create()).id}`, { bad: 1 })).status, 422);
    });
  });

  describe('reading one', () => {
    it('finds nothing for an invalid or unknown identifier', async () => {
      for (const id of [missing, 'nonsense', '1', '..%2f']) {
        for (const answer of [
          await admin.get(`${path}/${id}`),
          await admin.patch(`${path}/${id}`, { name: 'x' }),
          await admin.delete(`${path}/${id}`),
        ]) {
          assert.equal(answer.status, 404);
          assert.equal(answer.body.code, 'not_found');
        }
      }
    });

    it('accepts no other method', async () => {
      const answer = await admin.put(`${path}/${missing}`, {});
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, PATCH, DELETE');
    });
  });

  describe('changing one', () => {
    const changes: [string, unknown, unknown?][] = [
      ['name', 'Another name'],
      ...nullableTexts.map((field): [string, unknown] => [field, `another ${field}`]),
      ...nullableTexts.map((field): [string, unknown] => [field, null]),
      ['platforms', ['linux', 'linux'], ['linux']],
      ['platforms', []],
      ['opsec', 'low'],
      ['opsec', null],
      ['tags', ['one', 'two', 'one'], ['one', 'two']],
      ['tags', []],
      ['catalog_tags', []],
      ['source', 'elsewhere'],
      ['source', null],
    ];
    for (const [field, value, shown = value] of changes) {
      it(`changes ${field} to ${JSON.stringify(value)} and nothing else`, async () => {
        const { updated_at, ...before } = await create(full);
        const patched = await admin.patch(`${path}/${before.id}`, { [field]: value });
        assert.equal(patched.status, 200, JSON.stringify(patched.body));
        const { updated_at: later, ...afterwards } = patched.body;
        assert.deepEqual(afterwards, { ...before, [field]: shown });
        assert.ok(later > String(updated_at));
        assert.deepEqual((await admin.get(`${path}/${before.id}`)).body, patched.body);
      });
    }

    it('changes the catalogue tags', async () => {
      const { id } = await create(full);
      const patched = await admin.patch(`${path}/${id}`, { catalog_tags: [powershell, powershell] });
      assert.equal(patched.status, 200);
      assert.deepEqual(patched.body.catalog_tags, [
        { ...powershell, name: await nameOf('subtechniques', 'T1059.001') },
      ]);
    });

    it('changes nothing, not even the time, if the body is empty', async () => {
      const made = await create(full);
      assert.deepEqual((await admin.patch(`${path}/${made.id}`, {})).body, made);
    });

    it('refuses what is invalid and leaves the template as it was', async () => {
      const made = await create(full);
      const refusals: [object, string][] = [
        [{ name: null }, 'name'],
        [{ name: '' }, 'name'],
        [{ opsec: 'none' }, 'opsec'],
        [{ source: 's'.repeat(501) }, 'source'],
        [{ command: 'x'.repeat(100_001) }, 'command'],
        [{ id: missing }, 'id'],
        [
          { name: 'x', tags: ['new'], catalog_tags: [{ kind: 'tactic', external_id: 'TA9999' }] },
          'catalog_tags.0',
        ],
      ];
      for (const [body, at] of refusals) {
        const patched = await admin.patch(`${path}/${made.id}`, body);
        assert.equal(patched.status, 422, JSON.stringify(body));
        assert.equal(patched.body.errors[0].path, at);
      }
      assert.equal((await admin.request('PATCH', `${path}/${made.id}`, { raw: '{' })).status, 415);
      const headers = { 'content-type': 'application/json' };
      assert.equal((await admin.request('PATCH', `${path}/${made.id}`, { raw: '{', headers })).status, 400);
      assert.deepEqual((await admin.get(`${path}/${made.id}`)).body, made);
    });

    it('keeps both of two simultaneous changes', async () => {
      const { id } = await create();
      await Promise.all([
        admin.patch(`${path}/${id}`, { command: 'first', tags: ['a', 'b'] }),
        admin.patch(`${path}/${id}`, { objective: 'second', platforms: ['linux'] }),
      ]);
      const { command, tags, objective, platforms } = (await admin.get(`${path}/${id}`)).body;
      assert.deepEqual(
        { command, tags, objective, platforms },
        { command: 'first', tags: ['a', 'b'], objective: 'second', platforms: ['linux'] },
      );
    });
  });

  describe('deleting one', () => {
    it('removes it from reads and lists, once', async () => {
      const { id } = await create({ name: 'Short-lived', tags: ['short-lived'] });
      const before = (await admin.get(path)).body.total;
      assert.equal((await admin.delete(`${path}/${id}`)).status, 204);
      assert.equal((await admin.get(`${path}/${id}`)).status, 404);
      assert.equal((await admin.patch(`${path}/${id}`, { name: 'Back?' })).status, 404);
      assert.equal((await admin.delete(`${path}/${id}`)).status, 404);
      assert.equal((await admin.get(path)).body.total, before - 1);
      assert.deepEqual(await found('q=short-lived'), []);
      assert.deepEqual(await found('tag=short-lived'), []);
    });

    it('succeeds for one of two who try at once', async () => {
      const { id } = await create();
      const answers = await Promise.all([admin.delete(`${path}/${id}`), admin.delete(`${path}/${id}`)]);
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 404]);
    });
  });
});

describe('times of test templates', () => {
  it('grow with every change, also when the clock stands still or steps back', async () => {
    let time = Date.now();
    const server = await startTestServer({ seams: { now: () => time } });
    try {
      const { client } = server.admin;
      let last = (await client.post(path, { name: 'Timed' })).body;
      for (const step of [0, 0, -2000, 0, 5000]) {
        time += step;
        const changed = await client.patch(`${path}/${last.id}`, { command: `after ${step}` });
        assert.equal(changed.status, 200);
        assert.ok(changed.body.updated_at > last.updated_at);
        assert.equal(changed.body.created_at, last.created_at);
        last = changed.body;
      }
    } finally {
      await server.close();
    }
  });
});
