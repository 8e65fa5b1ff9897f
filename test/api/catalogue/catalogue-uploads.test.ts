import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { limits, newer, older, root, shareCatalogue } from '../../support/catalogue/catalogue.ts';
import { startTestServer } from '../../support/servers/server.ts';

describe('uploads of a catalogue', () => {
  const catalogue = shareCatalogue();
  const { importing, uploads } = catalogue;

  it('accepts a bundle as the body and leaves no file behind', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/stix+json;version=2.1',
      'application/octet-stream',
    ]) {
      const answer = await importing(older, undefined, { 'content-type': type });
      assert.equal(answer.status, 200, type);
      assert.equal(answer.body.source_url, 'upload');
      assert.equal(answer.body.version, null);
    }
    assert.equal((await importing(newer)).body.version, '2.0');
    for (const type of [
      'text/html',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/jsonx',
    ]) {
      assert.equal((await importing(older, undefined, { 'content-type': type })).status, 415, type);
    }
    const compressed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assert.equal((await importing(older, undefined, compressed)).status, 415);
    assert.deepEqual(uploads(), []);
  });

  it('refuses a body over the limit, declared or not', async () => {
    const body = older + ' '.repeat(limits.maxBytes);
    const told = await importing(body);
    assert.equal(told.status, 413);
    assert.equal(told.body.code, 'too_large');
    const untold = await new Promise<{ status: number }>((resolve, reject) => {
      const request = http.request(`${catalogue.server.url}${root}/import?allow_unverified=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${catalogue.admin.token}`, 'content-type': 'application/json' },
      });
      request.on('error', reject);
      request.on('response', (response) => resolve({ status: response.resume().statusCode ?? 0 }));
      request.write(body.slice(0, 100_000));
      request.end(body.slice(100_000));
    });
    assert.equal(untold.status, 413);
    assert.deepEqual(uploads(), []);
    assert.equal((await catalogue.soc.get(`${root}/status`)).body.last_sync, null);
  });

  it('keeps nothing of an upload that is cut off', async () => {
    const request = http.request(`${catalogue.server.url}${root}/import?allow_unverified=true`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${catalogue.admin.token}`,
        'content-type': 'application/json',
        'content-length': older.length,
      },
    });
    request.on('error', () => undefined);
    request.write(older.slice(0, 1000));
    while (uploads().length === 0) await new Promise((resolve) => setImmediate(resolve));
    request.destroy();
    while (uploads().length > 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await catalogue.soc.get(`${root}/status`)).body.last_sync, null);
  });

  it('removes the partial upload of a killed process', async () => {
    const other = await startTestServer();
    try {
      const temporary = path.join(other.dataDir, 'catalog', '.tmp');
      mkdirSync(temporary, { recursive: true });
      writeFileSync(path.join(temporary, 'left-over'), older);
      await other.restart();
      assert.deepEqual(readdirSync(temporary), []);
    } finally {
      await other.close();
    }
  });
});
