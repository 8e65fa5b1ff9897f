import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { attach, evidenceForm } from '../support/missions/factories.ts';
import { Client } from '../support/servers/server.ts';
import { faultsOf } from './hold.ts';
import { straceMissing, tamper } from './strace.ts';
import { isCutOff } from './work.ts';
import { makeWorld, serve } from './world.ts';

describe('a commit whose sync fails', { skip: straceMissing() ?? false }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-commit-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  // The log has all of the transaction, so the next start finds it, although its client never got an answer.
  it('keeps the file of the evidence that it recorded', async () => {
    const world = await makeWorld(folder, 1);
    const place = world.lanes[0]!.place;
    const server = await serve(world.dataDir);
    const client = new Client(server.url, world.token);
    assert.equal((await attach(client, place)).status, 201);
    const ended = once(server.child, 'exit');
    const failing = 'fsync,fdatasync:error=EIO:when=1';
    const log = path.join(folder, 'strace.log');
    const tracing = await tamper(server.child.pid as number, failing, log, { onlyMain: true });
    await assert.rejects(attach(client, place, evidenceForm('another')), isCutOff);
    assert.deepEqual(await ended, [74, null]);
    await tracing.stop();
    assert.equal(tracing.injected(), 1);

    const again = await serve(world.dataDir);
    const { evidence } = (await new Client(again.url, world.token).get(place.path)).body;
    assert.equal(evidence.length, 2);
    await again.stop();
    assert.deepEqual(await faultsOf(world), []);
    world.ledger.close();
  });
});
