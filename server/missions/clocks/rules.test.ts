import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHosts } from '../alerts/normal.ts';
import { KnownClocks, measureClocks, type Pair, toHost } from './rules.ts';

const start = Date.parse('2026-09-01T08:00:00Z');

function pair(test_id: string, seconds: number, fields: Partial<Pair> = {}): Pair {
  return {
    hosts: ['WS01'],
    at: start + seconds * 1000,
    test_id,
    run: 1,
    start,
    end: start + 8000,
    ...fields,
  };
}

describe('the clock of a host is measured', () => {
  const rows: [what: string, pairs: Pair[], expected: unknown][] = [
    ['from nothing', [], {}],
    [
      'as the median of its runs',
      [pair('a', 421), pair('b', 425), pair('c', 9000)],
      { ws01: { seconds: 425, pairs: 3, spread: 8579 } },
    ],
    ['between two runs', [pair('a', -10), pair('b', -20)], { ws01: { seconds: -15, pairs: 2, spread: 10 } }],
    [
      'from the first alert of a run',
      [pair('a', 60), pair('a', 2), pair('a', 70, { run: 2 })],
      { ws01: { seconds: 36, pairs: 2, spread: 68 } },
    ],
    ['not from long runs', [pair('a', 200, { end: start + 300_000 })], {}],
    [
      'from runs without an end',
      [pair('a', 3, { end: null })],
      { ws01: { seconds: 3, pairs: 1, spread: 0 } },
    ],
    ['not from another day', [pair('a', 27 * 3600), pair('b', -27 * 3600)], {}],
    [
      'with and without its domain',
      [pair('a', 1), pair('b', 3, { hosts: ['ws01.corp.example', '10.0.0.5'] })],
      { 'ws01.corp.example': { seconds: 2, pairs: 2, spread: 2 } },
    ],
    [
      'apart from one of another domain',
      [
        pair('a', 1, { hosts: ['ws01.a.example'] }),
        pair('b', 9, { hosts: ['ws01.b.example'] }),
        pair('c', 5),
      ],
      {
        'ws01.a.example': { seconds: 1, pairs: 1, spread: 0 },
        'ws01.b.example': { seconds: 9, pairs: 1, spread: 0 },
      },
    ],
    ['not from several hosts', [pair('a', 1, { hosts: ['ws01', 'ws02'] })], {}],
    [
      'by its address',
      [pair('a', 1, { hosts: ['10.0.0.5'] })],
      { '10.0.0.5': { seconds: 1, pairs: 1, spread: 0 } },
    ],
    ['not from two addresses', [pair('a', 1, { hosts: ['10.0.0.5', '10.0.0.9'] })], {}],
  ];
  for (const [what, pairs, expected] of rows) {
    it(what, () => assert.deepEqual(Object.fromEntries(measureClocks(pairs)), expected));
  }
});

describe('the clock of an alert is that of', () => {
  const clocks = new KnownClocks([
    ['ws01', 1],
    ['ws02.a.example', 2],
    ['ws03.a.example', 3],
    ['ws03.b.example', 4],
    ['10.0.0.5', 5],
  ]);
  const rows: [what: string, hosts: string[], seconds: number | null][] = [
    ['its host', ['WS01'], 1],
    ['its host without the domain', ['ws01.corp.example'], 1],
    ['its host with the domain', ['ws02'], 2],
    ['none in another domain', ['ws02.b.example'], null],
    ['its host of two domains', ['ws03.b.example'], 4],
    ['none, where it could be either', ['ws03'], null],
    ['its address', ['dc01', '10.0.0.5'], 5],
    ['the first that is known', ['dc01', 'ws02', 'ws01'], 2],
    ['none', [], null],
  ];
  for (const [what, hosts, seconds] of rows) {
    it(what, () => {
      const { names, addresses } = readHosts(hosts);
      assert.equal(clocks.find(names, addresses), seconds);
    });
  }
});

describe('a host is kept as', () => {
  const rows: [text: string, host: string | null][] = [
    [' WS01.corp.example. ', 'ws01.corp.example'],
    ['CORP\\WS01$', 'ws01'],
    ['10.0.0.5', '10.0.0.5'],
    ['ws01 (10.0.0.5)', null],
    ['n/a', null],
  ];
  for (const [text, host] of rows) it(`${text}: ${host}`, () => assert.equal(toHost(text), host));
});
