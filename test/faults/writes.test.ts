import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Serving } from '../support/commands/command.ts';
import { registry } from '../support/http/registry.ts';
import { Client } from '../support/servers/server.ts';
import { randomFrom } from './random.ts';
import { workersOf } from './work.ts';
import type { Worker } from './worker.ts';
import { makeWorld, serve, type World } from './world.ts';
import { notTried, writes } from './writes.ts';

describe('the writes that faults are tried on', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-writes-'));
  let world: World;
  let server: Serving;
  let worker: Worker;
  before(async () => {
    world = await makeWorld(folder, 1);
    server = await serve(world.dataDir);
    worker = workersOf(world, server.url, randomFrom(1))[0] as Worker;
  });
  after(async () => {
    await server?.stop();
    world?.ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are complete', () => {
    const written = registry()
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path: at }) => `${method} ${at}`);
    const named = [...writes.map(({ route }) => route), ...Object.keys(notTried)];
    assert.deepEqual([...new Set(named)].sort(), [...new Set(written)].sort());
  });

  for (const write of writes) {
    it(`${write.route} does what its trial expects`, async () => {
      await write.run(worker);
      assert.deepEqual(await world.ledger.losses(new Client(server.url, world.token), 'fresh'), []);
    });
  }
});
