import assert from 'node:assert/strict';
import test from 'node:test';
import { startBundleHost } from '../../../test/support/bundle-host.ts';
import { SyncGate } from '../sync-gate.ts';
import { readBundleInWorker } from './reader.ts';
import { readLimits } from './source.ts';

test('reading ends at once when the server stops', async () => {
  let arrived = () => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const host = await startBundleHost({ '/silent': () => arrived() });
  const gate = new SyncGate();
  try {
    const reading = gate.run((stop) =>
      readBundleInWorker({ kind: 'url', url: `${host.url}/silent` }, readLimits, stop),
    );
    const refused = assert.rejects(reading, { code: 'unavailable' });
    await asked;
    await gate.close();
    await refused;
  } finally {
    await host.close();
  }
});

test('one goes through the gate at a time, and none once it is closed', async () => {
  const gate = new SyncGate();
  let finish = () => {};
  const first = gate.run(
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('first');
      }),
  );
  await assert.rejects(
    gate.run(async () => 'second'),
    { code: 'sync_running' },
  );
  finish();
  assert.equal(await first, 'first');
  await assert.rejects(
    gate.run(async () => {
      throw new Error('broken');
    }),
    /broken/,
  );
  assert.equal(await gate.run(async () => 'next'), 'next', 'a failure lets the next one in');
  await gate.close();
  await assert.rejects(
    gate.run(async () => 'late'),
    { code: 'unavailable' },
  );
});
