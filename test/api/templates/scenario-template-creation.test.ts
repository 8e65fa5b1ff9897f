import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ScenarioTemplate } from '../../../server/templates/contract.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { assertDense, orderOf } from '../../support/missions/scenario-order.ts';
import type { Answer, Client } from '../../support/servers/server.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/scenario-templates';
const testsPath = '/api/v1/test-templates';
const missing = '01900000-0000-7000-8000-00000000dead';

const execution = { kind: 'tactic', external_id: 'TA0002' };
const powershell = { kind: 'subtechnique', external_id: 'T1059.001' };

describe('new scenario templates', () => {
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

  describe('making one', () => {
    it('keeps every field, and shows tests by position with their tags', async () => {
      const [tagged, plain] = tests as [string, string];
      const made = await create({
        name: '  Loud night ',
        description: ' <b>to the letter</b>\r\n',
        tags: ['b', ' a ', 'b'],
        catalog_tags: [execution, powershell, execution],
        test_template_ids: [plain, tagged],
      });
      const named = (await admin.get(`${testsPath}/${tagged}`)).body.catalog_tags;
      const { id, updated_at, ...shown } = made as ScenarioTemplate & { created_at: string };
      assert.deepEqual(shown, {
        name: 'Loud night',
        description: ' <b>to the letter</b>\r\n',
        tags: ['b', 'a'],
        catalog_tags: [named[1], named[0]],
        follows: [],
        tests: [
          { position: 0, test_template: { id: plain, name: 'Test 1', catalog_tags: [] } },
          { position: 1, test_template: { id: tagged, name: 'Test 0', catalog_tags: named } },
        ],
        created_at: updated_at,
      });
      assert.deepEqual((await admin.get(`${path}/${id}`)).body, made);
    });

    it('accepts null as an empty list, and tags as they are shown, on create and update', async () => {
      const none = { tags: null, catalog_tags: null, test_template_ids: null };
      const { tags, catalog_tags, tests: noTests } = await create(none);
      assert.deepEqual([tags, catalog_tags, noTests], [[], [], []]);
      const full = await create({ tags: ['t'], catalog_tags: [execution], test_template_ids: tests });
      const copied = await create({ catalog_tags: full.catalog_tags });
      assert.deepEqual(copied.catalog_tags, full.catalog_tags);
      const again = bodyOf(await admin.patch(`${path}/${full.id}`, { catalog_tags: full.catalog_tags }), 200);
      assert.deepEqual(again.catalog_tags, full.catalog_tags);
      const emptied = bodyOf(await admin.patch(`${path}/${full.id}`, none), 200);
      assert.deepEqual([emptied.tags, emptied.catalog_tags, emptied.tests], [[], [], []]);
      bodyOf(await admin.put(`${path}/${full.id}/tests`, { test_template_ids: tests }), 200);
      const put = bodyOf(await admin.put(`${path}/${full.id}/tests`, { test_template_ids: null }), 200);
      assert.deepEqual(put.tests, []);
    });

    it('needs a name only', async () => {
      const { id: _id, updated_at, ...shown } = await create({ name: 'Bare' });
      assert.deepEqual(shown, {
        name: 'Bare',
        description: null,
        tags: [],
        catalog_tags: [],
        follows: [],
        tests: [],
        created_at: updated_at,
      });
      assert.deepEqual((await create({ description: null, test_template_ids: [] })).tests, []);
    });

    const refusals: [string, object, string][] = [
      ['an absent name', { name: undefined }, 'name'],
      ['a name of null', { name: null }, 'name'],
      ['a blank name', { name: '  ' }, 'name'],
      ['a name of 201', { name: 'n'.repeat(201) }, 'name'],
      ['a description of 100,001', { description: 'x'.repeat(100_001) }, 'description'],
      ['an empty tag', { tags: ['a', ' '] }, 'tags.1'],
      ['101 tags', { tags: Array.from({ length: 101 }, (_, index) => `tag ${index}`) }, 'tags'],
      [
        'an unknown catalogue tag',
        { catalog_tags: [execution, { kind: 'technique', external_id: 'T9999' }] },
        'catalog_tags.1',
      ],
      ['a test that is no identifier', { test_template_ids: ['T1003'] }, 'test_template_ids.0'],
      ['an unknown test', { test_template_ids: [missing] }, 'test_template_ids.0'],
      ['1,001 tests', { test_template_ids: Array(1001).fill(missing) }, 'test_template_ids'],
      ['tests as they are shown', { tests: [] }, 'tests'],
      ['a field of test templates', { opsec: 'low' }, 'opsec'],
    ];
    for (const [what, fields, at] of refusals) {
      it(`refuses ${what}`, async () => {
        const before = (await admin.get(path)).body.total;
        assert.equal(refusedAt(await admin.post(path, { name: 'Refused', ...fields })), at);
        assert.equal((await admin.get(path)).body.total, before);
      });
    }

    it('includes a test as often as it is named, by position', async () => {
      const [one, two] = tests as [string, string];
      const made = await create({ test_template_ids: [one, two, one, one] });
      assert.deepEqual(orderOf(made), [one, two, one, one]);
      assertDense(made);
      assert.deepEqual((await admin.get(`${path}/${made.id}`)).body, made);
    });

    it('refuses a deleted test by its position, and stores nothing', async () => {
      const [one, two] = tests as [string, string];
      const deleted = await newTest();
      await admin.delete(`${testsPath}/${deleted}`);
      const before = (await admin.get(path)).body.total;
      for (const [test_template_ids, place] of [
        [[one, two, one, deleted], 3],
        [[one, deleted, two], 1],
      ] as const) {
        const answer = await admin.post(path, { name: 'Refused', test_template_ids });
        assert.equal(refusedAt(answer), `test_template_ids.${place}`);
        assert.ok(answer.body.errors[0].message.includes(test_template_ids[place]));
      }
      assert.equal((await admin.get(path)).body.total, before);
    });
  });
});
