import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ScenarioTemplate } from '../../../server/templates/contract.ts';
import { assertDense, orderOf } from '../../support/missions/scenario-order.ts';
import type { Answer, Client } from '../../support/servers/server.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/scenario-templates';
const testsPath = '/api/v1/test-templates';
const missing = '01900000-0000-7000-8000-00000000dead';

const execution = { kind: 'tactic', external_id: 'TA0002' };
const powershell = { kind: 'subtechnique', external_id: 'T1059.001' };

describe('scenario templates', () => {
  let server: TestServer;
  let admin: Client;
  /** Five test templates, the first tagged. */
  let tests: string[];
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    tests = [];
    for (const [index, catalog_tags] of [[powershell, execution], [], [], [], []].entries()) {
      tests.push((await admin.post(testsPath, { name: `Test ${index}`, catalog_tags })).body.id);
    }
  });
  after(() => server.close());

  const create = async (fields: object = {}): Promise<ScenarioTemplate> => {
    const made = await admin.post(path, { name: 'A scenario', ...fields });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  };
  const newTest = async (name = 'Another test'): Promise<string> =>
    (await admin.post(testsPath, { name })).body.id;
  const refusedAt = (answer: Answer): string => {
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    assert.equal(answer.body.code, 'invalid');
    return answer.body.errors[0].path;
  };

  describe('access', () => {
    const operations: {
      permission: string;
      status: number;
      call: (client: Client, id: string) => Promise<{ status: number }>;
    }[] = [
      { permission: 'scenario_template.read', status: 200, call: (client) => client.get(path) },
      {
        permission: 'scenario_template.read',
        status: 200,
        call: (client, id) => client.get(`${path}/${id}`),
      },
      {
        permission: 'scenario_template.create',
        status: 201,
        call: (client) => client.post(path, { name: 'New' }),
      },
      {
        permission: 'scenario_template.update',
        status: 200,
        call: (client, id) => client.patch(`${path}/${id}`, { name: 'Changed' }),
      },
      {
        permission: 'scenario_template.update',
        status: 200,
        call: (client, id) => client.put(`${path}/${id}/tests`, { test_template_ids: [] }),
      },
      {
        permission: 'scenario_template.delete',
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
      assert.deepEqual(
        await statuses(server.anonymous),
        operations.map(() => 401),
      );
    });

    it('is full for red teamers and administrators, read-only for the SOC', async () => {
      const every = operations.map(({ status }) => status);
      assert.deepEqual(await statuses(admin), every);
      assert.deepEqual(await statuses((await server.newPerson('redteam')).client), every);
      assert.deepEqual(
        await statuses((await server.newPerson('soc')).client),
        allowed('scenario_template.read'),
      );
    });

    for (const verb of ['create', 'update', 'delete']) {
      it(`includes exactly what a group adds: scenario_template.${verb}`, async () => {
        const permission = `scenario_template.${verb}`;
        const person = await server.newPerson('soc', { permissions: [permission] });
        assert.deepEqual(await statuses(person.client), allowed('scenario_template.read', permission));
      });
    }

    it('is not affected by the permissions for test templates', async () => {
      const permissions = ['create', 'update', 'delete'].map((verb) => `test_template.${verb}`);
      const person = await server.newPerson('soc', { permissions });
      assert.deepEqual(await statuses(person.client), allowed('scenario_template.read'));
    });

    it('is checked before existence, and existence before the body', async () => {
      const soc = (await server.newPerson('soc')).client;
      const { id } = await create();
      assert.equal((await soc.patch(`${path}/${missing}`, { bad: 1 })).status, 403);
      assert.equal((await soc.put(`${path}/${missing}/tests`, { bad: 1 })).status, 403);
      assert.equal((await admin.patch(`${path}/${missing}`, { bad: 1 })).status, 404);
      assert.equal((await admin.put(`${path}/${missing}/tests`, { bad: 1 })).status, 404);
      assert.equal((await admin.patch(`${path}/${id}`, { bad: 1 })).status, 422);
      assert.equal((await admin.put(`${path}/${id}/tests`, { bad: 1 })).status, 422);
    });
  });

  describe('reading one', () => {
    it('finds nothing for an invalid or unknown identifier', async () => {
      const notScenario = tests[0] as string;
      for (const id of [missing, 'nonsense', notScenario]) {
        for (const answer of [
          await admin.get(`${path}/${id}`),
          await admin.patch(`${path}/${id}`, { name: 'x' }),
          await admin.put(`${path}/${id}/tests`, { test_template_ids: [] }),
          await admin.delete(`${path}/${id}`),
        ]) {
          assert.equal(answer.status, 404);
          assert.equal(answer.body.code, 'not_found');
        }
      }
    });
  });

  describe('changing one', () => {
    const changes: [string, unknown, unknown?][] = [
      ['name', 'Another name'],
      ['description', 'another'],
      ['description', null],
      ['tags', ['x', 'y', 'x'], ['x', 'y']],
      ['tags', []],
      ['catalog_tags', []],
    ];
    for (const [field, value, shown = value] of changes) {
      it(`changes ${field} to ${JSON.stringify(value)} and nothing else`, async () => {
        const { updated_at, ...rest } = await create({
          description: 'before',
          tags: ['t'],
          catalog_tags: [execution],
          test_template_ids: tests,
        });
        const patched = await admin.patch(`${path}/${rest.id}`, { [field]: value });
        assert.equal(patched.status, 200, JSON.stringify(patched.body));
        const { updated_at: later, ...afterwards } = patched.body;
        assert.deepEqual(afterwards, { ...rest, [field]: shown });
        assert.ok(later > updated_at);
        assert.deepEqual((await admin.get(`${path}/${rest.id}`)).body, patched.body);
      });
    }

    it('changes the order of the tests with the rest', async () => {
      const { id } = await create({ test_template_ids: tests });
      const patched = await admin.patch(`${path}/${id}`, {
        name: 'Shorter',
        test_template_ids: [tests[2], tests[0]],
      });
      assert.equal(patched.body.name, 'Shorter');
      assert.deepEqual(orderOf(patched.body), [tests[2], tests[0]]);
      assertDense(patched.body);
    });

    it('changes nothing, not even the time, if the body is empty', async () => {
      const made = await create({ test_template_ids: tests });
      assert.deepEqual((await admin.patch(`${path}/${made.id}`, {})).body, made);
    });

    it('refuses what is invalid and leaves the template as it was', async () => {
      const made = await create({ tags: ['t'], test_template_ids: tests });
      const refusals: [object, string][] = [
        [{ name: null }, 'name'],
        [{ name: 'x', tags: [], test_template_ids: [tests[1], missing] }, 'test_template_ids.1'],
        [{ test_template_ids: [tests[1], tests[1], missing] }, 'test_template_ids.2'],
        [{ name: 'x', catalog_tags: [{ kind: 'tactic', external_id: 'TA9999' }] }, 'catalog_tags.0'],
        [{ source: 'x' }, 'source'],
      ];
      for (const [body, at] of refusals) {
        assert.equal(refusedAt(await admin.patch(`${path}/${made.id}`, body)), at);
      }
      assert.deepEqual((await admin.get(`${path}/${made.id}`)).body, made);
    });
  });

  describe('deleting', () => {
    it('removes a scenario template from reads and lists, once, and keeps its tests', async () => {
      const { id } = await create({ name: 'Short-lived', tags: ['short-lived'], test_template_ids: tests });
      assert.equal((await admin.delete(`${path}/${id}`)).status, 204);
      assert.equal((await admin.get(`${path}/${id}`)).status, 404);
      assert.equal((await admin.patch(`${path}/${id}`, { name: 'Back?' })).status, 404);
      assert.equal((await admin.put(`${path}/${id}/tests`, { test_template_ids: [] })).status, 404);
      assert.equal((await admin.delete(`${path}/${id}`)).status, 404);
      assert.equal((await admin.get(`${path}?tag=short-lived`)).body.total, 0);
      assert.equal((await admin.get(`${path}?q=short-lived`)).body.total, 0);
      for (const test of tests) assert.equal((await admin.get(`${testsPath}/${test}`)).status, 200);
    });

    it('a test template removes it from the order, without a gap', async () => {
      const gone = await newTest('Gone');
      const [one, two, three] = tests as [string, string, string];
      const { id } = await create({ tags: ['shrinks'], test_template_ids: [one, gone, two, three] });
      assert.equal((await admin.delete(`${testsPath}/${gone}`)).status, 204);
      const read = (await admin.get(`${path}/${id}`)).body;
      assert.deepEqual(orderOf(read), [one, two, three]);
      assertDense(read);
      assert.deepEqual((await admin.get(`${path}?tag=shrinks`)).body.items, [read]);

      const patched = await admin.patch(`${path}/${id}`, { name: 'Still the same order' });
      assert.deepEqual(orderOf(patched.body), [one, two, three]);
      const put = await admin.put(`${path}/${id}/tests`, { test_template_ids: [three, one] });
      assert.deepEqual(orderOf(put.body), [three, one]);
    });

    it('a test template removes it from every position', async () => {
      const gone = await newTest('Gone twice');
      const [one, two] = tests as [string, string];
      const { id } = await create({ test_template_ids: [gone, one, gone, two, one] });
      assert.equal((await admin.delete(`${testsPath}/${gone}`)).status, 204);
      const read = (await admin.get(`${path}/${id}`)).body;
      assert.deepEqual(orderOf(read), [one, two, one]);
      assertDense(read);
    });

    it('shows a changed test template by its new name and tags', async () => {
      const test = await newTest('Old name');
      const { id } = await create({ test_template_ids: [test] });
      await admin.patch(`${testsPath}/${test}`, { name: 'New name', catalog_tags: [powershell] });
      const shown = (await admin.get(`${path}/${id}`)).body.tests[0].test_template;
      assert.equal(shown.name, 'New name');
      assert.equal(shown.catalog_tags[0].external_id, 'T1059.001');
    });
  });
});

describe('times of scenario templates', () => {
  it('grow with every change, also when the clock stands still or steps back', async () => {
    let time = Date.now();
    const server = await startTestServer({ seams: { now: () => time } });
    try {
      const { client } = server.admin;
      let last = (await client.post(path, { name: 'Timed' })).body;
      for (const step of [0, -2000, 0, 5000]) {
        time += step;
        const renamed = (await client.patch(`${path}/${last.id}`, { name: `after ${step}` })).body;
        assert.ok(renamed.updated_at > last.updated_at);
        last = (await client.put(`${path}/${last.id}/tests`, { test_template_ids: [] })).body;
        assert.ok(last.updated_at > renamed.updated_at);
      }
    } finally {
      await server.close();
    }
  });
});
