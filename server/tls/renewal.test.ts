import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { connect } from 'node:tls';
import { until } from '../../test/support/servers/until.ts';
import { startServer } from '../index.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';

const day = 24 * 60 * 60_000;

/** The certificate that a server presents now: its fingerprint and expiry. */
function look(url: string): Promise<{ fingerprint: string; end: number }> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
      const { fingerprint256: fingerprint, valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve({ fingerprint, end: Date.parse(end) });
    });
    socket.on('error', reject);
  });
}

it('a running server renews its certificate before it expires and keeps using the current one until then', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-renewal-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const begun = Date.now();
  let now = begun;
  const server = await startServer(
    readSettings({}, { SVC_DATA_DIR: dataDir, SVC_PORT: '0', SVC_TLS: 'own', APP_ENV: 'test' }),
    { now: () => now, log: createLog('silent') },
  );
  try {
    const first = await look(server.url);
    now = begun + 300 * day;
    await look(server.url);
    assert.deepEqual(await look(server.url), first);
    now = begun + 370 * day;
    await until(async () => (await look(server.url)).fingerprint !== first.fingerprint);
    const renewed = await look(server.url);
    assert.ok(renewed.end > first.end + 300 * day);
    assert.deepEqual(await look(server.url), renewed);
  } finally {
    await server.close(0);
  }
});
