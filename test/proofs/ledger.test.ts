import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ledger } from './ledger.ts';
import type { Proof } from './proof.ts';
import { isThere } from './titles.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Faults of a ledger that are visible in the files. Only a run shows whether the tests pass. */
function findFaults(proofs: readonly Proof[]): string[] {
  const seen = new Set<string>();
  return proofs.flatMap(({ rule, tests }) => {
    const faults = seen.has(rule) ? [`there twice: ${rule}`] : [];
    seen.add(rule);
    if (Object.values(tests).flat().length === 0) faults.push(`without a test: ${rule}`);
    for (const [file, names] of Object.entries(tests)) {
      const place = path.join(root, file);
      if (!existsSync(place)) faults.push(`no such file: ${file}`);
      else {
        const source = readFileSync(place, 'utf8');
        for (const name of names) if (!isThere(name, source)) faults.push(`no such test: ${file} › ${name}`);
      }
    }
    return faults;
  });
}

describe('the ledger', () => {
  it('names tests that are there for every rule, each rule once', () => {
    assert.deepEqual(findFaults(ledger), []);
  });

  const file = 'test/api/missions/missions.test.ts';
  const wrong: [what: string, proofs: Proof[], fault: string][] = [
    [
      'a test that was renamed',
      [{ rule: 'r', tests: { [file]: ['missions › refuses every write once archived'] } }],
      `no such test: ${file} › missions › refuses every write once archived`,
    ],
    [
      'a test that was moved into another suite',
      [
        {
          rule: 'r',
          tests: {
            [file]: ['missions › moving one › is deleted from the archive by people who may archive'],
          },
        },
      ],
      `no such test: ${file} › missions › moving one › is deleted from the archive by people who may archive`,
    ],
    [
      'a row of a table that is not there',
      [
        {
          rule: 'r',
          tests: {
            'test/api/engagements/engagements.test.ts': ['engagements › making one › refuses a name of 7'],
          },
        },
      ],
      'no such test: test/api/engagements/engagements.test.ts › engagements › making one › refuses a name of 7',
    ],
    [
      'a file that is not there',
      [{ rule: 'r', tests: { 'test/api/none.test.ts': ['a'] } }],
      'no such file: test/api/none.test.ts',
    ],
    ['a rule without a test', [{ rule: 'r', tests: { [file]: [] } }], 'without a test: r'],
    [
      'a rule that is there twice',
      Array(2).fill({ rule: 'r', tests: { [file]: ['missions › moving one › refuses an unknown status'] } }),
      'there twice: r',
    ],
  ];
  for (const [what, proofs, fault] of wrong) {
    it(`finds ${what}`, () => assert.deepEqual(findFaults(proofs), [fault]));
  }
});
