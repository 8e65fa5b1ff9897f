import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { findCallerAddress } from './caller.ts';

describe("the caller's address", () => {
  const request = (own: string | undefined, forwarded?: string) =>
    ({
      socket: { remoteAddress: own },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as unknown as IncomingMessage;

  const cases: [string, string | undefined, number, string][] = [
    ['10.0.0.1', undefined, 0, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.7', 0, '10.0.0.1'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.7', 1, '192.0.2.7'],
    ['10.0.0.1', '198.51.100.9, 192.0.2.7', 1, '192.0.2.7'],
    ['10.0.0.1', '198.51.100.9 , 192.0.2.7', 2, '198.51.100.9'],
    ['10.0.0.1', '192.0.2.7', 5, '192.0.2.7'],
    ['10.0.0.1', ' , ', 1, '10.0.0.1'],
  ];
  for (const [own, forwarded, proxies, address] of cases) {
    test(`is ${address} behind ${proxies} proxies that report ${forwarded}`, () => {
      assert.equal(findCallerAddress(request(own, forwarded), proxies), address);
    });
  }
});
