import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ScenarioTemplate } from '../../../server/templates/contract.ts';
import { assertDense, orderOf } from '../../support/missions/scenario-order.ts';
import type { Answer, Client } from '../../support/servers/server.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/scenario-templates';
const testsPath = '/api/v1/test-templates';
const missing = '01900000-0000-7000-8000-00000000dead';

describe('tests of scenario templates', () => {
  let server: TestServer;
  let admin: Client;
  /** Five test templates. */
  let tests: string[];
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    tests = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) tests.push(await newTest(name));
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

  describe('replacing the order of the tests', () => {
    it('accepts the whole order, also an empty one', async () => {
      const made = await create({ test_template_ids: tests });
      let last = made.updated_at;
      const [one, two] = tests as [string, string];
      for (const order of [[...tests].reverse(), [tests[3] as string], [], [one, one, two, one], tests]) {
        const put = await admin.put(`${path}/${made.id}/tests`, { test_template_ids: order });
        assert.equal(put.status, 200, JSON.stringify(put.body));
        assert.deepEqual(orderOf(put.body), order);
        assertDense(put.body);
        assert.ok(put.body.updated_at > last);
        last = put.body.updated_at;
        assert.deepEqual((await admin.get(`${path}/${made.id}`)).body, put.body);
      }
    });

    it('refuses what is invalid and leaves the order as it was', async () => {
      const made = await create({ test_template_ids: tests });
      const deleted = await newTest();
      await admin.delete(`${testsPath}/${deleted}`);
      const refusals: [object, string][] = [
        [{}, 'test_template_ids'],
        [{ test_template_ids: [tests[0], 'x'] }, 'test_template_ids.1'],
        [{ test_template_ids: [tests[4], missing] }, 'test_template_ids.1'],
        [{ test_template_ids: [tests[4], tests[4], missing] }, 'test_template_ids.2'],
        [{ test_template_ids: [deleted] }, 'test_template_ids.0'],
        [{ test_template_ids: [], name: 'x' }, 'name'],
      ];
      for (const [body, at] of refusals) {
        assert.equal(refusedAt(await admin.put(`${path}/${made.id}/tests`, body)), at);
      }
      assert.deepEqual((await admin.get(`${path}/${made.id}`)).body, made);
    });

    it('accepts 1,000 tests', async () => {
      const many: string[] = [];
      for (let batch = 0; batch < 20; batch += 1) {
        many.push(...(await Promise.all(Array.from({ length: 50 }, () => newTest('One of many')))));
      }
      const { id } = await create();
      const put = await admin.put(`${path}/${id}/tests`, { test_template_ids: many });
      assert.equal(put.status, 200);
      assert.deepEqual(orderOf(put.body), many);
    });

    it('never mixes two simultaneous orders: the last one wins', async () => {
      const { id } = await create({ test_template_ids: tests });
      const orders = [tests, [...tests].reverse(), [tests[2] as string, tests[4] as string], []];
      for (let round = 0; round < 10; round += 1) {
        const puts = orders.map((order) => admin.put(`${path}/${id}/tests`, { test_template_ids: order }));
        const reads = orders.map(() => admin.get(`${path}/${id}`));
        const answers = await Promise.all(puts);
        for (const [index, answer] of answers.entries()) {
          assert.equal(answer.status, 200);
          assert.deepEqual(orderOf(answer.body), orders[index]);
        }
        for (const read of await Promise.all(reads)) {
          assertDense(read.body);
          assert.ok(orders.some((order) => order.join() === orderOf(read.body).join()));
        }
        const times = answers.map((answer) => answer.body.updated_at as string);
        assert.equal(new Set(times).size, orders.length);
        const last = answers.find((answer) => answer.body.updated_at === times.toSorted().at(-1));
        assert.deepEqual((await admin.get(`${path}/${id}`)).body, last?.body);
      }
    });
  });
});
