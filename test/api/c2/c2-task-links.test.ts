import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  answerWith,
  calderaLink,
  calderaOperation,
  startCaldera,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import {
  type C2Server,
  during,
  gate,
  invalidField,
  refusal,
  startC2Server,
} from '../../support/c2/c2-server.ts';
import { asksFor, calderaConfig, finishedTasks, mythicConfig, token } from './scene.ts';

const missing = '01900000-0000-7000-8000-00000000dead';

describe('C2 tasks', () => {
  let server: C2Server;
  before(async () => {
    server = await startC2Server();
  });
  after(() => server.close());

  const read = async (simulation: string) =>
    (await server.red.client.get(`/api/simulations/${simulation}`)).body;
  const statuses = async (simulation: string): Promise<string[]> => {
    const answer = await server.tasks(simulation);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.items.map((item: { status: string }) => item.status);
  };

  describe('linking', () => {
    it('refuses tasks that are already linked, also when ten ask at once', async () => {
      const { simulation } = await server.linked({ framework: 'fake' }, '101');
      assert.equal(refusal(await server.link(simulation, '101'), 409), 'duplicate');
      assert.equal(refusal(await server.link(simulation, ' 101 '), 409), 'duplicate');
      const answers = await Promise.all(Array.from({ length: 10 }, () => server.link(simulation, '102')));
      const made = answers.filter((answer) => answer.status === 201);
      assert.equal(made.length, 1);
      for (const answer of answers)
        if (answer.status !== 201) assert.equal(refusal(answer, 409), 'duplicate');
      assert.equal((await server.tasks(simulation)).body.items.length, 2);
    });

    it('takes the same task into two simulations', async () => {
      const { engagement, simulation } = await server.linked({ framework: 'fake' }, '103');
      const other = await server.red.client.post(`/api/engagements/${engagement}/simulations`, {
        name: 'Two',
      });
      assert.equal((await server.link(other.body.id, '103')).status, 201);
      assert.equal((await server.tasks(simulation)).body.items.length, 1);
    });

    it('refuses tasks that the framework does not have: 422', async (t) => {
      const [mythic, caldera] = [await during(t, startMythic()), await during(t, startCaldera())];
      const { engagement, simulation } = await server.simulation();
      await server.configure(engagement, mythicConfig(mythic));
      for (const id of ['901', 'x', '0900', '-1', '1e3', '9999999999', `${calderaOperation}/x`, '../900']) {
        assert.equal(invalidField(await server.link(simulation, id)), 'external_id');
      }
      await server.configure(engagement, calderaConfig(caldera));
      for (const id of [
        '900',
        `${calderaOperation}/x`,
        `x/${calderaLink().id}`,
        `${calderaOperation}/../x`,
      ]) {
        assert.equal(invalidField(await server.link(simulation, id)), 'external_id');
      }
      assert.deepEqual((await server.tasks(simulation)).body.items, []);
    });

    it('refuses a body that names none, without a configuration, or when the framework fails', async (t) => {
      const mythic = await during(t, startMythic());
      const { engagement, simulation } = await server.simulation();
      const post = (body: unknown) => server.red.client.post(`/api/simulations/${simulation}/c2/tasks`, body);
      assert.equal(refusal(await server.link(simulation, '900'), 409), 'c2_not_configured');
      await server.configure(engagement, mythicConfig(mythic));
      for (const body of [
        {},
        { external_id: '' },
        { external_id: '  ' },
        { external_id: 900 },
        { external_id: 'a'.repeat(301) },
      ]) {
        assert.equal(invalidField(await post(body)), 'external_id');
      }
      assert.equal(invalidField(await post({ external_id: '900', command: 'whoami' })), 'command');
      mythic.intercept = answerWith(200, `{"errors": [{"message": "${token}"}]}`);
      const failed = await server.link(simulation, '900');
      assert.equal(refusal(failed, 502), 'c2_error');
      assert.ok(!JSON.stringify(failed.body).includes(token));
      assert.deepEqual((await server.tasks(simulation)).body.items, []);
    });

    it('is refused once the caller was signed out while the framework was asked', async (t) => {
      const mythic = await during(t, startMythic());
      const { engagement, simulation } = await server.simulation();
      await server.configure(engagement, mythicConfig(mythic));
      const { client } = await server.newPerson('redteam');
      const [asked, slow] = [gate(), gate()];
      mythic.beforeAnswer = () => {
        asked.open();
        return slow.opened;
      };
      const linking = client.post(`/api/simulations/${simulation}/c2/tasks`, { external_id: '900' });
      await asked.opened;
      assert.equal((await client.post('/api/auth/logout')).status, 204);
      slow.open();
      assert.equal(refusal(await linking, 401), 'unauthenticated');
      assert.deepEqual((await server.tasks(simulation)).body.items, []);
    });

    const moveTo = async (simulation: string, ...states: string[]): Promise<void> => {
      for (const status of states) {
        const moved = await server.admin.client.post(`/api/simulations/${simulation}/transition`, { status });
        assert.equal(moved.status, 200);
      }
    };

    it('ends with the simulation: done refuses to link and to unlink', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(3) }));
      const { simulation } = await server.linked(mythicConfig(mythic), '1', '2');
      await moveTo(simulation, 'in_progress', 'review_required', 'done');
      const { items } = (await server.tasks(simulation)).body;
      assert.equal(refusal(await server.link(simulation, '3'), 409), 'done');
      const task = `/api/simulations/${simulation}/c2/tasks/${items[0].id}`;
      assert.equal(refusal(await server.red.client.delete(task), 409), 'done');
    });

    it('a done simulation is refreshed and accepts nothing until it is reopened', async (t) => {
      const mythic = await during(
        t,
        startMythic({ data: finishedTasks(2, { completed: false, status: 'submitted' }) }),
      );
      const { simulation } = await server.linked(mythicConfig(mythic), '1', '2');
      await moveTo(simulation, 'in_progress', 'review_required', 'done');
      const before = await read(simulation);
      const shown = async () =>
        (await server.tasks(simulation)).body.items.map(
          (item: {
            status: string;
            completed_at: string | null;
            mapping_applied: boolean;
            error?: string;
          }) => [item.status, item.completed_at, item.mapping_applied, item.error],
        );
      for (const task of mythic.data.tasks) task.status = 'processing';
      assert.deepEqual(await shown(), [
        ['processing', null, false, undefined],
        ['processing', null, false, undefined],
      ]);
      for (const task of mythic.data.tasks) Object.assign(task, { status: 'success', completed: true });
      const completed = ['completed', '2026-03-02T09:30:09.250Z', false, undefined];
      assert.deepEqual(await shown(), [completed, completed]);
      const seen = mythic.requests.length;
      assert.deepEqual(await shown(), [completed, completed]);
      assert.equal(mythic.requests.length, seen, 'what has completed is never polled again');
      assert.deepEqual(await read(simulation), before);

      await moveTo(simulation, 'review_required');
      assert.deepEqual(await statuses(simulation), ['completed', 'completed']);
      assert.deepEqual(
        mythic.requests.slice(seen).map(asksFor),
        [1, 2].map((id) => ({ query: 'Output', id })),
      );
      const { output, executed_at } = await read(simulation);
      assert.equal(output, 'output of 1\noutput of 2\n');
      assert.equal(executed_at, '2026-03-02T09:30:04.999Z');
    });

    it('unlinks one task of the simulation and keeps its output', async () => {
      const { simulation } = await server.linked({ framework: 'fake' }, '101', '102');
      const other = await server.linked({ framework: 'fake' }, '101');
      await server.tasks(simulation);
      const [first] = (await server.tasks(simulation)).body.items;
      const before = (await read(simulation)).output;
      const unlink = (owner: string, task: string) =>
        server.red.client.delete(`/api/simulations/${owner}/c2/tasks/${task}`);
      assert.equal(refusal(await unlink(other.simulation, first.id), 404), 'not_found');
      assert.equal((await unlink(simulation, first.id)).status, 204);
      assert.equal(refusal(await unlink(simulation, first.id), 404), 'not_found');
      assert.equal(refusal(await unlink(simulation, missing), 404), 'not_found');
      assert.equal((await server.tasks(simulation)).body.items.length, 1);
      assert.equal((await read(simulation)).output, before);
    });
  });
});
