import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  answerWith,
  breakOff,
  mythicTask,
  neverAnswer,
  type SeenRequest,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import { type C2Server, during, gate, shortLimits, startC2Server } from '../../support/c2/c2-server.ts';
import type { Answer } from '../../support/servers/server.ts';
import { asksFor, finishedTasks, mythicConfig } from './scene.ts';

describe('C2 tasks', () => {
  let server: C2Server;
  before(async () => {
    server = await startC2Server();
  });
  after(() => server.close());

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
