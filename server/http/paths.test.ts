import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { callerAddress } from './caller.ts';
import { Paths } from './paths.ts';

describe('paths', () => {
  const paths = new Paths<string>();
  for (const [method, pattern] of [
    ['GET', '/'],
    ['GET', '/api/v1/users'],
    ['POST', '/api/v1/users'],
    ['GET', '/api/v1/users/:id'],
    ['GET', '/api/v1/users/roster'],
    ['GET', '/api/v1/missions/:mission_id/tests/:test_id'],
  ] as const) {
    paths.add(method, pattern, `${method} ${pattern}`);
  }

  const known: [string, string, Record<string, string>][] = [
    ['/', 'GET /', {}],
    ['/api/v1/users', 'GET /api/v1/users', {}],
    ['/api/v1/users/roster', 'GET /api/v1/users/roster', {}],
    ['/api/v1/users/7', 'GET /api/v1/users/:id', { id: '7' }],
    ['/api/v1/users/a%2Fb', 'GET /api/v1/users/:id', { id: 'a/b' }],
    [
      '/api/v1/missions/m/tests/t',
      'GET /api/v1/missions/:mission_id/tests/:test_id',
      { mission_id: 'm', test_id: 't' },
    ],
  ];
  for (const [path, answer, params] of known) {
    test(`finds ${path}`, () => {
      const found = paths.find(path);
      assert.equal(found?.methods.get('GET'), answer);
      assert.deepEqual(found?.params, params);
    });
  }

  for (const path of [
    '/api',
    '/api/v1/users/',
    '/api/v1//users',
    '//api/v1/users',
    '/API/v1/users',
    '/api/v1/missions/m',
    '/api/v1/missions/m/tests/',
    '/api/v1/missions//tests/t',
    '/api/v1/users/roster/x',
  ]) {
    test(`finds nothing at ${path}`, () => assert.equal(paths.find(path), null));
  }

  test('knows every method of a path', () => {
    assert.deepEqual([...(paths.find('/api/v1/users')?.methods.keys() ?? [])], ['GET', 'POST']);
  });

  test('refuses a second answer for the same operation', () => {
    assert.throws(() => paths.add('GET', '/api/v1/users/:id', 'again'), /stands where another/);
    assert.throws(() => paths.add('PUT', '/api/v1/users/:user_id', 'other name'), /stands where another/);
  });
});

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
      assert.equal(callerAddress(request(own, forwarded), proxies), address);
    });
  }
});
