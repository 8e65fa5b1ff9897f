import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldText, rankMatch, toWords } from './rules.ts';

describe('a search for tests', () => {
  const table: [name: string, externalIds: string[], q: string, rank: number | null][] = [
    ['Port scan', [], 'Port scan', 0],
    ['Port scan', [], 'PORT SCAN', 0],
    ['Port scan', [], 'port', 1],
    ['Port scan', [], 'scan', 2],
    ['Port scan', [], 'port  scan', null],
    ['Port scan', ['T1046'], 'port scan', 0],
    ['Port scan', ['T1046', 'T1059.001'], 't1059', 2],
    ['Port scan', ['T1046', 'T1059.001'], 'T1059.001', 2],
    ['Port scan', ['T1046'], 'T1059', null],
    ['T1046', ['T1046'], 't1046', 0],
    ['T1046 over VPN', ['T1046'], 't1046', 1],
    ['Port scan', ['T1046'], 'port scant1046', null],
    ['Port scan', ['T1046'], 'scan\nt1046', null],
    ['Port\nscan', [], 'port scan', 0],
    ['Port\nscan', [], 'port', 1],
    ['Port\nscan', [], 'port\nscan', 0],
    ['École', [], 'éCOLE', 0],
    ['100% of_it', [], '%', 2],
    ['100 of it', [], '%', null],
    ['100 of it', [], '_', null],
    ['a.b', [], 'a.b', 0],
    ['axb', [], 'a.b', null],
  ];
  for (const [name, externalIds, q, rank] of table) {
    const what = rank === null ? 'does not find' : `finds, at rank ${rank},`;
    it(`${JSON.stringify(q)} ${what} ${JSON.stringify([name, ...externalIds])}`, () => {
      assert.equal(rankMatch(toWords(name, externalIds), foldText(q)), rank);
    });
  }
});
