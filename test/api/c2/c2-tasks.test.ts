import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  calderaLink,
  calderaOperation,
  calderaResult,
  mythicTask,
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
import { isOnPostgres } from '../../support/servers/postgres.ts';
import { until } from '../../support/servers/until.ts';
import { asksFor, calderaConfig, finishedTasks, mythicConfig } from './scene.ts';

/** Whether a request has read its data after one turn of the event loop. */
const inTurns = isOnPostgres ? { skip: 'PostgreSQL answers when it does' } : {};

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

  describe('with the fake', () => {
    it('goes from submitted over processing to completed, and brings its output once', async () => {
      const { engagement, simulation } = await server.simulation();
      await server.configure(engagement, { framework: 'fake' });
      const linked = await server.link(simulation, '101');
      assert.equal(linked.status, 201);
      assert.deepEqual(Object.keys(linked.body), [
        'id',
        'external_id',
        'callback',
        'command',
        'status',
        'completed_at',
        'mapping_applied',
      ]);
      assert.equal(linked.body.status, 'submitted');
      assert.equal((await read(simulation)).output, null);
      assert.deepEqual(await statuses(simulation), ['processing']);
      assert.equal((await read(simulation)).output, null);
      const completed = (await server.tasks(simulation, server.soc.client)).body;
      assert.deepEqual(completed, {
        items: [
          {
            id: linked.body.id,
            external_id: '101',
            callback: '#1 LYON-WS-014',
            command: 'shell whoami /all',
            status: 'completed',
            completed_at: '2026-03-02T09:05:12.000Z',
            mapping_applied: true,
          },
        ],
      });
      const first = await read(simulation);
      assert.match(first.output, /^ORCHARD\\m\.lefèvre {2}S-1-5-21/);
      assert.equal(first.command, 'shell whoami /all');
      assert.equal(first.executed_at, '2026-03-02T09:05:05.000Z');
      assert.deepEqual((await server.tasks(simulation)).body, completed);
      assert.deepEqual(await read(simulation), first);
    });

    it('appends to existing output and leaves command and time unchanged', async () => {
      const { engagement, simulation } = await server.simulation();
      await server.configure(engagement, { framework: 'fake' });
      const mine = { output: 'seen by hand', command: 'whoami', executed_at: '2026-03-02T08:00:00.000Z' };
      await server.red.client.patch(`/api/simulations/${simulation}`, mine);
      const before = await read(simulation);
      await server.link(simulation, 'my own task');
      assert.equal(invalidField(await server.link(simulation, 'my own task')), 'external_id');
      await server.link(simulation, 'mine-1');
      await server.link(simulation, 'mine-2');
      assert.deepEqual(await statuses(simulation), ['processing', 'processing']);
      assert.deepEqual(await statuses(simulation), ['completed', 'completed']);
      const { output, command, executed_at, updated_at } = await read(simulation);
      assert.equal(output, 'seen by hand\nmine-1 – terminé ✓\r\nmine-2 – terminé ✓\r\n');
      assert.deepEqual({ command, executed_at }, { command: mine.command, executed_at: mine.executed_at });
      assert.ok(updated_at > before.updated_at);
    });

    it('is used by every engagement when it is forced', async (t) => {
      const mythic = await during(t, startMythic());
      const forced = await during(t, startC2Server({ env: { SVC_C2_ADAPTER: 'fake' } }));
      const { engagement, simulation } = await forced.simulation();
      assert.equal(refusal(await forced.link(simulation, '101'), 409), 'c2_not_configured');
      for (const what of ['callbacks', 'tasks']) {
        const listed = await forced.red.client.get(`/api/engagements/${engagement}/c2/${what}`);
        assert.equal(refusal(listed, 409), 'c2_not_configured');
      }
      await forced.configure(engagement, mythicConfig(mythic));
      assert.equal((await forced.link(simulation, '101')).status, 201);
      const test = await forced.red.client.post(`/api/engagements/${engagement}/c2-config/test`);
      assert.equal(test.body.ok, true);
      await forced.tasks(simulation);
      assert.equal((await forced.tasks(simulation)).body.items[0].status, 'completed');
      assert.equal(mythic.connections(), 0);
    });
  });

  describe('with Mythic', () => {
    it('follows a task to its end and puts its chunks together', async (t) => {
      const text = 'C:\\Benutzer\\Jürgen – 給与一覧 🍑\r\n';
      const bytes = Buffer.from(text.repeat(50));
      const task = mythicTask({ completed: false, status: 'submitted', status_timestamp_processing: null });
      const mythic = await during(t, startMythic({ data: { tasks: [task], responses: [] } }));
      const { simulation } = await server.linked(mythicConfig(mythic), '900');
      assert.deepEqual(await statuses(simulation), ['submitted']);
      Object.assign(task, { status: 'processing', status_timestamp_processing: '2026-03-02T09:30:04' });
      assert.deepEqual(await statuses(simulation), ['processing']);
      assert.equal((await read(simulation)).output, null);

      Object.assign(task, { status: 'success', completed: true });
      // Chunks of seven bytes cut most characters in two.
      for (let at = 0; at < bytes.length; at += 7) {
        mythic.data.responses.push({ id: at + 1, task_id: 900, bytes: bytes.subarray(at, at + 7) });
      }
      assert.deepEqual(await statuses(simulation), ['completed']);
      const { output, command, executed_at } = await read(simulation);
      assert.equal(output, text.repeat(50));
      assert.equal(command, 'shell whoami /all');
      assert.equal(executed_at, '2026-03-02T09:30:04.000Z');
    });

    it('takes over the output of a failed task', async (t) => {
      const task = mythicTask({ status: 'error: file not found', completed: true });
      const mythic = await during(t, startMythic({ data: { tasks: [task] } }));
      const { simulation } = await server.linked(mythicConfig(mythic), '900');
      const { items } = (await server.tasks(simulation)).body;
      assert.equal(items[0].status, 'error');
      assert.equal(items[0].mapping_applied, true);
      assert.equal((await read(simulation)).output, 'harbour\\v.castellan\n');
    });

    it('shows a task blocked by OPSEC and asks for it again later', async (t) => {
      const task = mythicTask({ status: 'OPSEC Pre Blocked', completed: false });
      const mythic = await during(t, startMythic({ data: { tasks: [task] } }));
      const { simulation } = await server.linked(mythicConfig(mythic), '900');
      assert.deepEqual(await statuses(simulation), ['blocked']);
      assert.deepEqual(await statuses(simulation), ['blocked']);
      Object.assign(task, { status: 'success', completed: true });
      assert.deepEqual(await statuses(simulation), ['completed']);
    });

    it('never asks again for a task that is taken over', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(2) }));
      Object.assign(mythic.data.tasks[1] ?? {}, { completed: false, status: 'processing' });
      const { simulation } = await server.linked(mythicConfig(mythic), '1', '2');
      assert.deepEqual(await statuses(simulation), ['completed', 'processing']);
      const seen = mythic.requests.length;
      assert.deepEqual(await statuses(simulation), ['completed', 'processing']);
      assert.deepEqual(await statuses(simulation), ['completed', 'processing']);
      assert.deepEqual(mythic.requests.slice(seen).map(asksFor), [
        { query: 'Task', id: [2] },
        { query: 'Task', id: [2] },
      ]);
      await server.red.client.delete(
        `/api/simulations/${simulation}/c2/tasks/${(await server.tasks(simulation)).body.items[1].id}`,
      );
      const last = mythic.requests.length;
      assert.deepEqual(await statuses(simulation), ['completed']);
      assert.equal(mythic.requests.length, last);
    });

    it('asks for twenty tasks in one request, and for two outputs at a time', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(20) }));
      const ids = Array.from({ length: 20 }, (_, index) => index + 1);
      const { simulation } = await server.linked(mythicConfig(mythic), ...ids.map(String));
      const seen = mythic.requests.length;
      let [underWay, most] = [0, 0];
      mythic.beforeAnswer = async () => {
        most = Math.max(most, ++underWay);
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
      };
      const tasks = (await server.tasks(simulation)).body.items;
      assert.ok(tasks.every((task: { mapping_applied: boolean }) => task.mapping_applied));
      assert.equal((await read(simulation)).output, ids.map((id) => `output of ${id}\n`).join(''));
      const asked = mythic.requests.slice(seen).map(asksFor);
      assert.deepEqual(
        asked.filter(({ query }) => query === 'Task'),
        [{ query: 'Task', id: ids }],
      );
      assert.equal(asked.length, 21);
      assert.equal(most, 2);
    });
  });

  describe('with Caldera', () => {
    it('follows a link to its end', async (t) => {
      const link = calderaLink({ status: -3, collect: null, finish: null });
      const caldera = await during(
        t,
        startCaldera({ data: { operations: [{ id: calderaOperation, name: 'Harbour', links: [link] }] } }),
      );
      const { simulation } = await server.linked(calderaConfig(caldera), `${calderaOperation}/${link.id}`);
      assert.deepEqual(await statuses(simulation), ['submitted']);
      link.collect = '2026-03-02T09:30:20Z';
      assert.deepEqual(await statuses(simulation), ['processing']);
      Object.assign(link, { finish: '2026-03-02T09:30:25Z', status: 0 });
      caldera.data.results[link.id as string] = calderaResult({
        stdout: 'uid=0(root)',
        stderr: 'avertissement é',
      });
      assert.deepEqual(await statuses(simulation), ['completed']);
      const { output, command, executed_at } = await read(simulation);
      assert.equal(output, 'uid=0(root)\navertissement é');
      assert.equal(command, 'id && uname -a');
      assert.equal(executed_at, '2026-03-02T09:30:20.000Z');
      const seen = caldera.requests.length;
      assert.deepEqual(await statuses(simulation), ['completed']);
      assert.equal(caldera.requests.length, seen);
    });

    const operationOf = (links: ReturnType<typeof calderaLink>[]) => [
      { id: calderaOperation, name: 'Harbour', links },
    ];

    it('shows paused and untrusted links as blocked, a discarded one as such, and a time-out as an error', async (t) => {
      const links = [-1, -2, -4, -5, 124].map((status, index) =>
        calderaLink({ id: `link-${index}`, status, finish: status === 124 ? '2026-03-02T09:30:25Z' : null }),
      );
      const caldera = await during(
        t,
        startCaldera({ data: { operations: operationOf(links), results: {} } }),
      );
      const { simulation } = await server.linked(
        calderaConfig(caldera),
        ...links.map((link) => `${calderaOperation}/${link.id}`),
      );
      assert.deepEqual(await statuses(simulation), ['blocked', 'discarded', 'blocked', 'blocked', 'error']);
      const again = caldera.requests.length;
      await server.tasks(simulation);
      assert.equal(caldera.requests.length, again + 1, 'one request for all of an operation');
    });

    it('never asks again for a link that was discarded', async (t) => {
      const link = calderaLink({ status: -2, finish: null });
      const caldera = await during(t, startCaldera({ data: { operations: operationOf([link]) } }));
      const { simulation } = await server.linked(calderaConfig(caldera), `${calderaOperation}/${link.id}`);
      assert.deepEqual(await statuses(simulation), ['discarded']);
      const seen = caldera.requests.length;
      const [item] = (await server.tasks(simulation)).body.items;
      assert.deepEqual([item.status, item.mapping_applied, item.error], ['discarded', false, undefined]);
      assert.equal(caldera.requests.length, seen);
    });

    it('reports a link that is gone and never asks for it again', async (t) => {
      const link = calderaLink({ status: -3, collect: null, finish: null });
      const caldera = await during(t, startCaldera({ data: { operations: operationOf([link]) } }));
      const { simulation } = await server.linked(calderaConfig(caldera), `${calderaOperation}/${link.id}`);
      assert.deepEqual(await statuses(simulation), ['submitted']);
      caldera.data.operations = [];
      const shown = async () => {
        const [item] = (await server.tasks(simulation)).body.items;
        return [item.status, item.mapping_applied, item.error, item.retry_at];
      };
      assert.deepEqual(await shown(), ['submitted', false, 'gone', undefined]);
      caldera.data.operations = operationOf([link]);
      const seen = caldera.requests.length;
      assert.deepEqual(await shown(), ['submitted', false, 'gone', undefined]);
      assert.equal((await server.tryNow(simulation)).body.items[0].error, 'gone');
      assert.equal(caldera.requests.length, seen);
    });

    it('three people who follow tasks of an operation cause one request', inTurns, async (t) => {
      const links = Array.from({ length: 20 }, (_, n) => calderaLink({ id: `link-${n}`, finish: null }));
      const caldera = await during(t, startCaldera({ data: { operations: operationOf(links) } }));
      const ids = links.map((link) => `${calderaOperation}/${link.id}`);
      const { engagement, simulation } = await server.linked(calderaConfig(caldera), ...ids);
      const other = await server.red.client.post(`/api/engagements/${engagement}/simulations`, {
        name: 'Two',
      });
      for (const id of ids.slice(0, 3)) await server.link(other.body.id, id);
      const slow = gate();
      caldera.beforeAnswer = () => slow.opened;
      const seen = caldera.requests.length;
      const readers = [
        server.tasks(simulation),
        server.tasks(simulation, server.soc.client),
        server.tasks(other.body.id, server.admin.client),
      ];
      await until(() => caldera.requests.length > seen);
      // Requests that arrive in the meantime share the answer, too.
      readers.push(server.tasks(simulation));
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      slow.open();
      for (const answer of await Promise.all(readers)) {
        for (const item of answer.body.items)
          assert.deepEqual([item.status, item.error], ['processing', undefined]);
      }
      assert.equal(caldera.requests.length, seen + 1);
    });

    it('keeps the tasks that fit beside one that is odd', async (t) => {
      const odd = calderaLink({ id: 'odd', status: 1e20, host: 5, finish: null, collect: null });
      const caldera = await during(
        t,
        startCaldera({ data: { operations: operationOf([odd, calderaLink()]) } }),
      );
      const ids = [`${calderaOperation}/odd`, `${calderaOperation}/${calderaLink().id}`];
      const { engagement, simulation } = await server.linked(calderaConfig(caldera), ...ids);
      assert.deepEqual(await statuses(simulation), ['unknown', 'completed']);
      const listed = await server.red.client.get(`/api/engagements/${engagement}/c2/tasks`);
      assert.deepEqual(
        listed.body.items.map((item: { unreadable: string[] }) => item.unreadable),
        [['host', 'status'], []],
      );
    });
  });
});
