import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import { type SeenRequest, startMythic } from '../../support/c2/c2-frameworks.ts';
import { type C2Server, during, gate, refusal, startC2Server } from '../../support/c2/c2-server.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { until } from '../../support/servers/until.ts';
import { asksFor, finishedTasks, mythicConfig } from './scene.ts';

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

  describe('at the same time', () => {
    it('ten readers bring the output once, each with the same answer', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(3) }));
      const { simulation } = await server.linked(mythicConfig(mythic), '1', '2', '3');
      const slow = gate();
      mythic.beforeAnswer = () => slow.opened;
      const seen = mythic.requests.length;
      const readers = Array.from({ length: 10 }, () => server.tasks(simulation));
      await until(() => mythic.requests.length >= seen + 1);
      slow.open();
      const answers = await Promise.all(readers);
      for (const answer of answers) {
        assert.equal(answer.status, 200);
        for (const task of answer.body.items) {
          assert.deepEqual([task.status, task.mapping_applied, task.error], ['completed', true, undefined]);
        }
      }
      assert.equal((await read(simulation)).output, 'output of 1\noutput of 2\noutput of 3\n');
      assert.equal(mythic.requests.length, seen + 4, 'the tasks were asked for once, and each output once');
    });

    it('ten readers of the fake bring the output once', async () => {
      const { simulation } = await server.linked({ framework: 'fake' }, 'one', 'two');
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(Array.from({ length: 10 }, () => server.tasks(simulation)));
      }
      assert.equal((await read(simulation)).output, 'one – terminé ✓\r\ntwo – terminé ✓\r\n');
    });

    it('output is added in the order of the links, whichever arrives first', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(3) }));
      const { simulation } = await server.linked(mythicConfig(mythic), '3', '1', '2');
      const others = gate();
      let asked = 0;
      mythic.beforeAnswer = async () => {
        const { query, id } = asksFor(mythic.requests.at(-1) as SeenRequest);
        if (query === 'Output' && id !== 3 && ++asked === 2) others.open();
        if (query === 'Output' && id === 3) await others.opened;
      };
      assert.deepEqual(await statuses(simulation), ['completed', 'completed', 'completed']);
      assert.equal((await read(simulation)).output, 'output of 3\noutput of 1\noutput of 2\n');
    });

    it('a task unlinked while it is asked for brings nothing', onlyWithFile, async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(2) }));
      const { simulation } = await server.linked(mythicConfig(mythic), '1', '2');
      const [asked, slow] = [gate(), gate()];
      mythic.beforeAnswer = () => {
        asked.open();
        return slow.opened;
      };
      const reading = server.tasks(simulation);
      await asked.opened;
      const task = await linkedId(server, simulation, 0);
      const gone = await server.red.client.delete(`/api/simulations/${simulation}/c2/tasks/${task}`);
      assert.equal(gone.status, 204);
      slow.open();
      const answer = await reading;
      assert.deepEqual(
        answer.body.items.map((item: { external_id: string }) => item.external_id),
        ['2'],
      );
      assert.equal((await read(simulation)).output, 'output of 2\n');
    });

    it('a configuration deleted while a task is asked for leaves it as it was, disconnected for good', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(1) }));
      const { engagement, simulation } = await server.linked(mythicConfig(mythic), '1');
      const asked = gate();
      mythic.intercept = () => asked.open();
      const reading = server.tasks(simulation);
      await asked.opened;
      await server.red.client.delete(`/api/engagements/${engagement}/c2-config`);
      const [cutOff] = (await reading).body.items;
      assert.equal(cutOff.mapping_applied, false);
      assert.match(cutOff.error, /closed/);
      mythic.intercept = null;
      const seen = mythic.requests.length;
      const shown = async () => {
        const [item] = (await server.tasks(simulation)).body.items;
        return [item.status, item.mapping_applied, item.error];
      };
      assert.deepEqual(await shown(), ['completed', false, 'disconnected']);
      await server.configure(engagement, mythicConfig(mythic));
      assert.deepEqual(await shown(), ['completed', false, 'disconnected']);
      assert.equal((await server.tryNow(simulation)).body.items[0].error, 'disconnected');
      assert.equal(mythic.requests.length, seen, 'it is asked of its own configuration only');
      // Linked again, the task belongs to the new configuration.
      assert.equal((await server.link(simulation, '1')).status, 201);
      assert.deepEqual(
        (await server.tasks(simulation)).body.items.map(
          (item: { mapping_applied: boolean }) => item.mapping_applied,
        ),
        [false, true],
      );
      assert.equal((await read(simulation)).output, 'output of 1\n');
    });

    it('another token keeps tasks connected, another operation does not, and what is mapped stays', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(2) }));
      Object.assign(mythic.data.tasks[1] ?? {}, { completed: false, status: 'processing' });
      const { engagement, simulation } = await server.linked(mythicConfig(mythic), '1', '2');
      const shown = async () =>
        (await server.tasks(simulation)).body.items.map((item: { status: string; error?: string }) => [
          item.status,
          item.error,
        ]);
      await server.configure(engagement, { ...mythicConfig(mythic), tls: 'insecure' });
      assert.deepEqual(await shown(), [
        ['completed', undefined],
        ['processing', undefined],
      ]);
      await server.configure(engagement, { ...mythicConfig(mythic), operation: 'Operation Lighthouse' });
      assert.deepEqual(await shown(), [
        ['completed', undefined],
        ['processing', 'disconnected'],
      ]);
    });

    it('a configuration deleted during linking gets no task', async (t) => {
      const mythic = await during(t, startMythic());
      const { engagement, simulation } = await server.simulation();
      await server.configure(engagement, mythicConfig(mythic));
      const [asked, slow] = [gate(), gate()];
      mythic.beforeAnswer = () => {
        asked.open();
        return slow.opened;
      };
      const linking = server.link(simulation, '900');
      await asked.opened;
      await server.configure(engagement, { framework: 'fake' });
      slow.open();
      assert.equal(refusal(await linking, 502), 'c2_error', 'its connection was closed');
    });

    it('tasks keep their last known status once their configuration is gone, also several', async (t) => {
      const forced = await during(t, startC2Server({ env: { SVC_C2_ADAPTER: 'fake' } }));
      const { engagement, simulation } = await forced.simulation();
      const path = `/api/engagements/${engagement}/c2-config`;
      const shown = async () =>
        (await forced.tasks(simulation)).body.items.map(
          ({ external_id, status, error }: { external_id: string; status: string; error?: string }) => [
            external_id,
            status,
            error,
          ],
        );
      const config = (base_url: string) => ({ framework: 'mythic', base_url, token: 'token-for-tests' });
      await forced.configure(engagement, config('https://one.example'));
      await forced.link(simulation, '101');
      assert.deepEqual(await shown(), [['101', 'processing', undefined]]);
      // The same configuration with another token keeps its tasks.
      await forced.configure(engagement, { ...config('https://one.example'), token: 'another-for-tests' });
      assert.equal((await shown())[0][2], undefined);
      await forced.configure(engagement, config('https://two.example'));
      const left = (await shown())[0];
      assert.equal(left[2], 'disconnected');
      assert.equal((await forced.link(simulation, '101')).status, 201, 'of the new configuration');
      assert.equal((await forced.red.client.delete(path)).status, 200);
      const gone = await shown();
      assert.deepEqual(gone[0], left);
      assert.equal(gone[1][2], 'disconnected');
      await forced.configure(engagement, config('https://one.example'));
      assert.deepEqual(await shown(), gone, 'the first address again is another configuration');
    });

    it('a simulation finished while a task is asked for stays as it was', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(1) }));
      const { simulation } = await server.linked(mythicConfig(mythic), '1');
      const target = `/api/simulations/${simulation}`;
      const [asked, slow] = [gate(), gate()];
      mythic.beforeAnswer = () => {
        asked.open();
        return slow.opened;
      };
      const reading = server.tasks(simulation);
      await asked.opened;
      for (const status of ['in_progress', 'review_required', 'done']) {
        assert.equal((await server.admin.client.post(`${target}/transition`, { status })).status, 200);
      }
      const before = await read(simulation);
      slow.open();
      const [item] = (await reading).body.items;
      assert.equal(item.mapping_applied, false);
      assert.match(item.error, /is done/);
      assert.deepEqual(await read(simulation), before);
    });

    for (const what of ['simulation', 'engagement'] as const) {
      it(`a ${what} deleted while its task is asked for is not found`, async (t) => {
        const mythic = await during(t, startMythic({ data: finishedTasks(1) }));
        const ids = await server.linked(mythicConfig(mythic), '1');
        const [asked, slow] = [gate(), gate()];
        mythic.beforeAnswer = () => {
          asked.open();
          return slow.opened;
        };
        const reading = server.tasks(ids.simulation);
        await asked.opened;
        assert.equal((await server.red.client.delete(`/api/${what}s/${ids[what]}`)).status, 204);
        slow.open();
        assert.equal(refusal(await reading, 404), 'not_found');
      });
    }
  });
});

/** The id of the index-th linked task, without a request to the framework. */
async function linkedId(server: C2Server, simulation: string, index: number): Promise<string> {
  const opened = openDatabase(`${server.dataDir}/damson.db`);
  const ids = opened.sqlite
    .prepare('select id from c2_tasks where simulation_id = ? order by id')
    .pluck()
    .all(simulation) as string[];
  await opened.close();
  return ids[index] as string;
}
