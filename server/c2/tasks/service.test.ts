import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import { mythicTask, startMythic } from '../../../test/support/c2/c2-frameworks.ts';
import { during } from '../../../test/support/c2/c2-server.ts';
import { openDatabase } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { newId } from '../../ids.ts';
import { createLog } from '../../log.ts';
import type { Principal } from '../../permissions.ts';
import { openOutputRegister } from '../../simulations/outputs/register.ts';
import { listOutputs } from '../../simulations/outputs/service.ts';
import { C2Connections } from '../configurations/connections.ts';
import { createTokenVault } from '../configurations/token-vault.ts';
import { Refreshes } from './refreshes.ts';
import { type C2Tasks, linkTask, readTasks } from './service.ts';

const now = () => Date.parse('2026-03-02T10:00:00.000Z');

/** A database with one simulation, and a function that makes independent readers. */
async function world(t: TestContext, url: string, token: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-once-'));
  const file = path.join(folder, 'damson.db');
  const { db, sqlite, close } = openDatabase(file);
  t.after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(sqlite, file);
  const vault = createTokenVault(Buffer.alloc(32, 3));
  const register = openOutputRegister(db, { folder: path.join(folder, 'outputs'), bucket: null });
  await register.prepare();
  const time = '2026-03-02T09:00:00.000Z';
  const engagement = newId();
  const simulation = { id: newId(), engagement_id: engagement, status: 'pending' as const };
  sqlite
    .prepare(
      "insert into engagements (id, name, status, created_at, updated_at) values (?, 'E', 'planned', ?, ?)",
    )
    .run(engagement, time, time);
  sqlite
    .prepare(
      "insert into simulations (id, engagement_id, name, status, created_at, updated_at) values (?, ?, 'S', 'pending', ?, ?)",
    )
    .run(simulation.id, engagement, time, time);
  sqlite
    .prepare(
      "insert into c2_configs (id, engagement_id, framework, base_url, sealed_token, tls, updated_at) values (?, ?, 'mythic', ?, ?, 'verify', ?)",
    )
    .run(newId(), engagement, url, vault.seal(token, engagement), time);
  const reader = (): C2Tasks => {
    const connections = new C2Connections({ vault, forced: null });
    t.after(() => connections.closeAll());
    return {
      db,
      now,
      connections,
      log: createLog('silent'),
      outputs: register,
      refreshes: new Refreshes(),
      // A reader that leaves earlier would leave its staged file behind, until its turn comes.
      patienceMs: 600_000,
      onFailure: () => null,
    };
  };
  const outputOf = () => sqlite.prepare('select output from simulations').pluck().get() as string;
  return { db, folder, simulation, reader, outputOf };
}

for (const [name, output] of [
  ['a small output', Buffer.from('harbour\\v.castellan\n')],
  ['an output that is kept as a file', Buffer.alloc(2 * 1024 * 1024, 'x')],
] as const) {
  it(`independent readers take ${name} over once`, async (t) => {
    const responses = [{ id: 1, task_id: 900, bytes: output }];
    const mythic = await during(t, startMythic({ data: { tasks: [mythicTask()], responses } }));
    const { db, folder, simulation, reader, outputOf } = await world(t, mythic.url, mythic.data.token);
    const readers = Array.from({ length: 5 }, reader);
    const user = { id: newId(), displayName: 'Ada', role: 'redteam' } as Principal;
    await linkTask(readers[0] as C2Tasks, user, simulation.id, '900', async () => user);

    // All of them have the output before any of them writes.
    let outputs = 0;
    const { promise: everyone, resolve } = Promise.withResolvers<void>();
    mythic.beforeAnswer = async () => {
      if (!mythic.requests.at(-1)?.body.includes('query Output')) return;
      outputs += 1;
      if (outputs === readers.length) resolve();
      await everyone;
    };
    const answers = await Promise.all(readers.map((one) => readTasks(one, user, simulation)));
    assert.equal(outputs, readers.length);
    for (const [task] of answers) {
      assert.deepEqual([task?.status, task?.mapping_applied, task?.error], ['completed', true, undefined]);
    }
    const kept = await listOutputs(db, simulation.id);
    const files = readdirSync(path.join(folder, 'outputs'), { recursive: true, withFileTypes: true });
    const whole = output.length > 1024 * 1024;
    assert.equal(outputOf().length, whole ? outputOf().indexOf('simulation]\n') + 12 : output.length);
    assert.equal(kept.length, whole ? 1 : 0);
    assert.equal(files.filter((entry) => entry.isFile()).length, whole ? 1 : 0);
  });
}
