import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openBlobStore } from '../../server/blobs/place.ts';
import type { BlobStore } from '../../server/blobs/store.ts';
import { readBucket } from '../../server/bucket.ts';
import { newId } from '../../server/ids.ts';
import { SettingsError } from '../../server/settings/settings-error.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../support/missions/factories.ts';
import { isOtherStoreGiven, otherStoreAt } from '../support/servers/other-store.ts';
import { startTestServer, type TestServer } from '../support/servers/server.ts';

const skip = isOtherStoreGiven ? false : 'DAMSON_S3 names no bucket of another implementation';

/** One more than a page of a list has at most. */
const moreThanAPage = 1001;

describe('a bucket of another implementation', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-other-store-'));
  const prefix = `damson-test-${randomUUID()}`;
  let server: TestServer;
  let store: BlobStore;
  before(async () => {
    const env = otherStoreAt(`${prefix}/blobs`);
    store = openBlobStore({ folder, bucket: readBucket((name) => env[name]) });
    await store.prepare();
    server = await startTestServer({ env: otherStoreAt(`${prefix}/server`) });
  });
  after(async () => {
    await server?.close();
    await store?.wipe();
    rmSync(folder, { recursive: true, force: true });
  });

  const put = async (bytes: Buffer, where = `${newId()}/${newId()}`) => {
    const writer = await store.stage(64 * 1024 * 1024, bytes.length);
    // The memory of what was written is given up.
    await writer.write(Buffer.from(bytes));
    const staged = await writer.finish();
    await store.put(staged, where);
    return { folder: where, sha256: staged.sha256 };
  };

  it('lists more objects than a page has', async () => {
    const [outer, inner] = [newId(), newId()];
    const bytes = Array.from({ length: moreThanAPage }, (_, index) => Buffer.from(`object ${index}`));
    const keys = [];
    for (let at = 0; at < bytes.length; at += 16) {
      keys.push(...(await Promise.all(bytes.slice(at, at + 16).map((one) => put(one, `${outer}/${inner}`)))));
    }
    const listed = (await Array.fromAsync(store.list(outer))).flatMap(({ digests }) => digests);
    assert.deepEqual(listed.toSorted(), keys.map(({ sha256 }) => sha256).toSorted());
    const facts = await store.factsOfAll(keys);
    assert.ok(facts.every((one) => one !== null));
  });

  it('keeps a file of the largest size', async () => {
    const bytes = randomBytes(25_600_000);
    const key = await put(bytes);
    const opened = await store.open(key);
    assert.ok(opened !== null);
    assert.ok(Buffer.concat(await Array.fromAsync(opened.stream())).equals(bytes));
    await opened.close();
  });

  it('keeps, serves and gives up the evidence of a server, and is verified by it', async () => {
    const { client } = server.admin;
    const mission = await newMission(client);
    const place = placeOf(mission);
    const text = 'seen on the console';
    const { id } = bodyOf(await attach(client, place, evidenceForm(text)), 201);
    const read = () =>
      fetch(`${client.base}/api/v1/evidence/${id}`, { headers: { authorization: `Bearer ${client.token}` } });
    assert.equal(await (await read()).text(), text);
    bodyOf(await client.post('/api/v1/verification', {}), 202);
    for (;;) {
      const { verification } = bodyOf(await client.get('/api/v1/verification'), 200);
      if (verification.state === 'running' || verification.state === 'waiting') continue;
      assert.equal(verification.state, 'done', JSON.stringify(verification));
      assert.deepEqual(verification.result?.damaged ?? [], []);
      break;
    }
    await server.restart();
    assert.equal(await (await read()).text(), text);
    bodyOf(await client.delete(place.missionPath), 204);
    assert.equal((await read()).status, 404);
  });

  it('is refused by a server with a wrong secret, and by another installation', async () => {
    const wrong = { ...otherStoreAt(`${prefix}/wrong`), AWS_SECRET_ACCESS_KEY: 'wrong' };
    await assert.rejects(startTestServer({ env: wrong }), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /^EVIDENCE_URL can't be used: .*403/);
      return true;
    });
    await assert.rejects(startTestServer({ env: otherStoreAt(`${prefix}/server`) }), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /^EVIDENCE_URL is another installation's/);
      return true;
    });
    const missing = { ...wrong, ...otherStoreAt('x'), EVIDENCE_URL: `s3://damson-missing-${randomUUID()}` };
    await assert.rejects(startTestServer({ env: missing }), SettingsError);
  });
});
