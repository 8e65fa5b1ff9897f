import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mythicToken, refused } from '../../../test/support/c2/c2-adapters.ts';
import { drip, startCaldera, startMythic } from '../../../test/support/c2/c2-frameworks.ts';
import { makeAdapter } from './adapters.ts';
import { defaultLimits } from './limits.ts';

test('a person waits 30 s for a test of a connection, and 60 s for anything else', () => {
  assert.deepEqual([defaultLimits.testMs, defaultLimits.operationMs], [30_000, 60_000]);
});

for (const [framework, start] of [
  ['mythic', startMythic],
  ['caldera', startCaldera],
] as const) {
  describe(`a ${framework} that sends a byte at a time, never silent and never done`, () => {
    const questions = {
      testConnection: (adapter: ReturnType<typeof makeAdapter>) => adapter.testConnection(),
      listCallbacks: (adapter: ReturnType<typeof makeAdapter>) => adapter.listCallbacks(),
      listTasks: (adapter: ReturnType<typeof makeAdapter>) => adapter.listTasks({ page: 1 }),
      getTask: (adapter: ReturnType<typeof makeAdapter>) => adapter.getTask(id),
      getTaskOutput: (adapter: ReturnType<typeof makeAdapter>) => adapter.getTaskOutput(id),
    };
    const id = framework === 'mythic' ? '900' : 'e1c6a8d2-0000-4000-8000-0000000000f0/900';
    for (const [name, ask] of Object.entries(questions)) {
      for (const limits of [
        { silenceMs: 5_000, testMs: 200, operationMs: 200 },
        // Each has its own deadline.
        name === 'testConnection'
          ? { silenceMs: 5_000, testMs: 200, operationMs: 600_000 }
          : { silenceMs: 5_000, testMs: 600_000, operationMs: 200 },
      ]) {
        test(`${name} is given up in time (${JSON.stringify(limits)})`, async (t) => {
          const stand = await start();
          t.after(() => stand.close());
          stand.intercept = drip;
          const adapter = makeAdapter(framework, {
            baseUrl: stand.url,
            tls: { mode: 'verify' },
            token: mythicToken,
            operation: null,
            clock: () => 0,
            limits,
          });
          t.after(() => adapter.close());
          await assert.rejects(ask(adapter), refused('timeout'));
        });
      }
    }
  });
}

test('a question of several requests has one deadline, though each answer comes in time', async (t) => {
  const caldera = await startCaldera();
  t.after(() => caldera.close());
  const adapter = makeAdapter('caldera', {
    baseUrl: caldera.url,
    tls: { mode: 'verify' },
    token: mythicToken,
    operation: null,
    clock: () => 0,
    limits: { operationMs: 3000 },
  });
  t.after(() => adapter.close());
  let requests = 0;
  caldera.intercept = (request, response) => {
    requests += 1;
    const many = Array.from({ length: 1000 }, (_, n) => ({ id: `o${n}`, name: `o${n}` }));
    const body = request.path.startsWith('/api/v2/operations?') ? many : [];
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }, 20);
  };
  await assert.rejects(adapter.listTasks({ page: 1 }), refused('timeout'));
  assert.ok(requests > 1);
});
