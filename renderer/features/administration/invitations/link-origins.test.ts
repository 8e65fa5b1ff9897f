import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLoopback, listOrigins } from './link-origins.ts';

const at = (url: string) => new URL(url);

describe('the address of an invitation’s link', () => {
  const table: [string, string, readonly string[], string | null, string[]][] = [
    ['on this computer alone', 'http://127.0.0.1:4780', [], null, ['http://127.0.0.1:4780']],
    [
      'by the names that others know',
      'http://localhost:4780',
      ['damson.lan', '10.0.0.5:8080'],
      null,
      ['http://damson.lan:4780', 'http://10.0.0.5:8080', 'http://localhost:4780'],
    ],
    ['where one is', 'https://damson.lan', ['damson.lan'], null, ['https://damson.lan']],
    ['where it is shared', 'http://127.0.0.1:4780', ['x'], 'https://10.0.0.5:1', ['https://10.0.0.5:1']],
  ];
  for (const [what, here, hosts, shared, expected] of table) {
    it(what, () => assert.deepEqual(listOrigins(at(here), hosts, shared), expected));
  }

  it('leads to the same computer or not', () => {
    for (const url of ['http://localhost', 'http://127.3.2.1:1', 'http://[::1]:4780', 'http://a.localhost']) {
      assert.equal(isLoopback(url), true, url);
    }
    for (const url of ['http://10.0.0.5', 'http://localhost.example', 'http://damson.lan']) {
      assert.equal(isLoopback(url), false, url);
    }
  });
});
