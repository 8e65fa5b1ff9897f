import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { damson, serving } from '../support/commands/command.ts';
import { signInAsNewAdmin } from '../support/commands/command-admin.ts';
import { selfSignedCertificate } from '../support/http/self-signed.ts';
import { attach, bodyOf, newMission, placeOf } from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { S3Store } from '../support/servers/s3-store.ts';
import { Client } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-store-over-tls-'));
const certificate = selfSignedCertificate({ names: ['127.0.0.1'] });
const authority = path.join(folder, 'authority.pem');
let store: S3Store;
before(async () => {
  writeFileSync(authority, certificate.cert);
  store = await new S3Store({ tls: certificate }).start();
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const evidenceOf = async (url: string) => (await new Client(url, null).get('/api/v1/health')).body.evidence;

describe('a store over TLS', () => {
  it('is used where its certificate is of an authority that is named', { skip: noSignals }, async () => {
    const dataDir = path.join(folder, 'trusting');
    const env = { ...store.environment('trusted'), NODE_EXTRA_CA_CERTS: authority };
    const server = await serving(dataDir, { env });
    const client = await signInAsNewAdmin(dataDir, server, env);
    const place = placeOf(await newMission(client));
    const record = bodyOf(await attach(client, place), 201);
    assert.ok(store.asked.includes(`PUT trusted/evidence/${place.mission}/${place.test}/${record.sha256}`));
    assert.equal((await client.get(`/api/v1/evidence/${record.id}`)).status, 200);
    assert.equal((await server.stop()).code, 0);
    const verified = await damson(['verify', '--data-dir', dataDir], { env });
    assert.equal(verified.code, 0, verified.stderr);
  });

  it('is not trusted otherwise: nothing is sent to it, and health and log say so', async () => {
    const dataDir = path.join(folder, 'wary');
    const env = store.environment('wary');
    const asked = store.asked.length;
    const server = await serving(dataDir, { env });
    const client = await signInAsNewAdmin(dataDir, server, env);
    await until(() => server.text.stdout.includes('"store_unreachable"'));
    assert.match(server.text.stdout, /"reason":"DEPTH_ZERO_SELF_SIGNED_CERT"/);
    assert.equal(await evidenceOf(server.url), 'unavailable');
    const place = placeOf(await newMission(client));
    assert.equal((await attach(client, place)).status, 503);
    assert.equal(store.asked.length, asked);
    await server.stop();
  });
});
