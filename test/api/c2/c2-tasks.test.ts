import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import {
  answerWith,
  breakOff,
  calderaLink,
  calderaOperation,
  calderaResult,
  type Framework,
  type MythicData,
  mythicTask,
  neverAnswer,
  type SeenRequest,
  startCaldera,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import {
  type C2Server,
  during,
  gate,
  invalidField,
  refusal,
  shortLimits,
  startC2Server,
} from '../../support/c2/c2-server.ts';
import { isOnPostgres, onlyWithFile } from '../../support/servers/postgres.ts';

/** Whether a request has read its data after one turn of the event loop. */
const inTurns = isOnPostgres ? { skip: 'PostgreSQL answers when it does' } : {};

import type { Answer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

const missing = '01900000-0000-7000-8000-00000000dead';
const token = 'mythic-token-for-tests';
const key = 'caldera-key-for-tests';

const mythicConfig = (framework: Framework) => ({ framework: 'mythic', base_url: framework.url, token });
const calderaConfig = (framework: Framework) => ({
  framework: 'caldera',
  base_url: framework.url,
  token: key,
});

/** Query of a request to the Mythic stand-in. */
const asksFor = ({ body }: SeenRequest): { query: 'Task' | 'Output' | 'other'; id: number | number[] } => {
  const { query, variables } = JSON.parse(body);
  const name = /^query (\w+)/.exec(query)?.[1];
  return {
    query: name === 'Task' || name === 'Output' ? name : 'other',
    id: variables?.id ?? variables?.ids,
  };
};

/** Tasks 1 to `count`, all finished, each with a line of output. */
function finishedTasks(count: number, changes: object = {}): Partial<MythicData> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  return {
    tasks: ids.map((id) => mythicTask({ id, display_params: `echo ${id}`, ...changes })),
    responses: ids.map((id) => ({ id, task_id: id, bytes: Buffer.from(`output of ${id}\n`) })),
  };
}

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

  describe('when the framework fails', () => {
    /** Waits only a moment for an answer. */
    let hasty: C2Server;
    before(async () => {
      hasty = await startC2Server({ seams: { c2: { limits: shortLimits } } });
    });
    after(() => hasty.close());
    const outputOf = async (simulation: string): Promise<string> =>
      (await hasty.red.client.get(`/api/simulations/${simulation}`)).body.output;

    it('for one task, the others are taken over and the answer is 200', async (t) => {
      const mythic = await during(t, startMythic({ data: finishedTasks(5) }));
      Object.assign(mythic.data.tasks[0] ?? {}, { completed: false, status: 'processing' });
      const { simulation } = await hasty.linked(mythicConfig(mythic), '1', '2', '3', '4', '5');
      Object.assign(mythic.data.tasks[0] ?? {}, { completed: true, status: 'success' });
      mythic.data.tasks.splice(1, 1);
      mythic.beforeAnswer = async () => {
        const { query, id } = asksFor(mythic.requests.at(-1) as SeenRequest);
        if (query === 'Output' && (id === 1 || id === 4)) await new Promise(() => {});
      };
      const answer = await hasty.tasks(simulation);
      assert.equal(answer.status, 200);
      assert.deepEqual(
        answer.body.items.map((item: { external_id: string; status: string; mapping_applied: boolean }) => [
          item.external_id,
          item.status,
          item.mapping_applied,
        ]),
        [
          ['1', 'completed', false],
          ['2', 'completed', false],
          ['3', 'completed', true],
          ['4', 'completed', false],
          ['5', 'completed', true],
        ],
      );
      const errors = answer.body.items.map((item: { error?: string }) => item.error);
      assert.match(errors[0], /in time/);
      assert.match(errors[1], /no such task/);
      assert.match(errors[3], /in time/);
      assert.deepEqual([errors[2], errors[4]], [undefined, undefined]);
      assert.equal(await outputOf(simulation), 'output of 3\noutput of 5\n');

      mythic.beforeAnswer = async () => {};
      const [first, second, , fourth] = (await hasty.tryNow(simulation)).body.items;
      assert.deepEqual(
        [first.mapping_applied, second.mapping_applied, fourth.mapping_applied],
        [true, false, true],
      );
      assert.equal(await outputOf(simulation), 'output of 3\noutput of 5\noutput of 1\noutput of 4\n');
    });

    it('altogether, every task keeps its last known status', async (t) => {
      const task = mythicTask({ completed: false, status: 'processing' });
      const mythic = await during(t, startMythic({ data: { tasks: [task] } }));
      const { simulation } = await hasty.linked(mythicConfig(mythic), '900');
      for (const intercept of [breakOff, neverAnswer, answerWith(502, 'x'), answerWith(200, '{}')]) {
        mythic.intercept = intercept;
        const [item] = (await hasty.tryNow(simulation)).body.items;
        assert.equal(item.status, 'processing');
        assert.equal(typeof item.error, 'string');
      }
      mythic.intercept = null;
      Object.assign(task, { completed: true, status: 'success' });
      const [item] = (await hasty.tryNow(simulation)).body.items;
      assert.deepEqual([item.status, item.mapping_applied, item.error], ['completed', true, undefined]);
    });

    it('is asked again after 5, 10, 20 … seconds, with the time shown, or on request', async (t) => {
      const task = mythicTask({ completed: false, status: 'processing' });
      const mythic = await during(t, startMythic({ data: { tasks: [task] } }));
      const now = Date.parse('2026-03-02T12:00:00.000Z');
      const paced = await during(t, startC2Server({ seams: { now: () => now } }));
      const { simulation } = await paced.linked(mythicConfig(mythic), '900');
      mythic.intercept = answerWith(502, 'x');
      const shown = async (answer: Promise<Answer>): Promise<string | undefined> => {
        const [item] = (await answer).body.items;
        assert.match(item.error, /status 502/);
        return item.retry_at;
      };
      const seen = mythic.requests.length;
      assert.equal(await shown(paced.tasks(simulation)), '2026-03-02T12:00:05.000Z');
      paced.clock.advance(1_000);
      assert.equal(await shown(paced.tasks(simulation, paced.soc.client)), '2026-03-02T12:00:04.000Z');
      assert.equal(mythic.requests.length, seen + 1, 'it was not asked meanwhile');
      paced.clock.advance(4_000);
      assert.equal(await shown(paced.tasks(simulation)), '2026-03-02T12:00:10.000Z');
      assert.equal(await shown(paced.tryNow(simulation)), '2026-03-02T12:00:20.000Z');
      assert.equal(mythic.requests.length, seen + 3);
      mythic.intercept = null;
      const [item] = (await paced.tryNow(simulation)).body.items;
      assert.deepEqual([item.status, item.error, item.retry_at], ['processing', undefined, undefined]);
    });

    it('a reader does not wait forever, and the request is not lost', async (t) => {
      const impatient = await during(t, startC2Server({ seams: { c2: { patienceMs: 50 } } }));
      const mythic = await during(t, startMythic({ data: finishedTasks(2) }));
      const { simulation } = await impatient.linked(mythicConfig(mythic), '1', '2');
      const slow = gate();
      mythic.beforeAnswer = () => slow.opened;
      const seen = mythic.requests.length;
      for (let round = 0; round < 3; round += 1) {
        const { items } = (await impatient.tasks(simulation)).body;
        assert.match(items[0].error, /not answered yet/);
        assert.equal(items[0].status, 'completed');
        assert.equal(items[0].mapping_applied, false);
      }
      assert.equal(mythic.requests.length, seen + 1, 'three readers share what is asked');
      slow.open();
      const applied = async () =>
        (await impatient.tasks(simulation)).body.items.every(
          (item: { mapping_applied: boolean }) => item.mapping_applied,
        );
      while (!(await applied()));
      const { output } = (await impatient.red.client.get(`/api/simulations/${simulation}`)).body;
      assert.equal(output, 'output of 1\noutput of 2\n');
    });

    it('a reader is answered at once when the server stops', async (t) => {
      const stopping = await during(t, startC2Server());
      const mythic = await during(t, startMythic({ data: finishedTasks(1) }));
      const { simulation } = await stopping.linked(mythicConfig(mythic), '1');
      const asked = gate();
      mythic.intercept = () => asked.open();
      const reading = stopping.tasks(simulation);
      await asked.opened;
      const restarting = stopping.restart();
      const answer = await reading;
      assert.equal(answer.status, 200);
      assert.match(answer.body.items[0].error, /closed/);
      await restarting;
      mythic.intercept = null;
      const [item] = (await stopping.tasks(simulation)).body.items;
      assert.equal(item.mapping_applied, true);
    });
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
