import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type BundleHost, startBundleHost } from '../../../test/support/catalogue/bundle-host.ts';
import { fetchChunks } from './fetch.ts';
import { readLimits } from './limits.ts';

describe('a name', () => {
  let host: BundleHost;
  before(async () => {
    host = await startBundleHost({ '/bundle.json': (response) => response.end('the bundle') });
  });
  after(() => host.close());

  /** Lookup results for a name that resolves to one list of addresses after another. */
  const fetchFrom = async (...answers: string[][]): Promise<string> => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(
        null,
        (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    const { port } = new URL(host.url);
    const chunks = fetchChunks(`http://catalogue.test:${port}/bundle.json`, readLimits, lookup);
    return Buffer.concat(await Array.fromAsync(chunks)).toString();
  };

  for (const address of ['169.254.169.254', 'fe80::1', '::ffff:100.100.100.200', 'fd00:ec2::254']) {
    it(`that resolves to ${address} is not connected to`, async () => {
      await assert.rejects(fetchFrom([address]), { code: 'invalid', message: /^source: .*link-local/ });
      assert.deepEqual(host.asked, []);
    });
  }

  it('is connected to at the address that was judged, and is not looked up again', async () => {
    assert.equal(await fetchFrom(['169.254.169.254', '127.0.0.1'], ['169.254.169.254']), 'the bundle');
  });
});
