import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesTag, refuseStale } from './entity-tag.ts';
import type { DomainError } from './errors.ts';

describe('If-None-Match', () => {
  const table: [header: string | undefined, expected: boolean][] = [
    [undefined, false],
    ['"x"', true],
    ['W/"x"', true],
    ['"y", "x"', true],
    ['*', true],
    ['"y"', false],
    ['x', false],
  ];
  for (const [header, expected] of table) {
    it(`compares ${header}`, () => assert.equal(matchesTag(header, '"x"'), expected));
  }
});

describe('If-Match', () => {
  const table: [header: string | undefined, refusedAs: string | null][] = [
    [undefined, null],
    ['"x"', null],
    [' "x" ', null],
    ['"y", "x"', null],
    ['*', null],
    ['"y"', 'stale'],
    ['W/"x"', 'stale'],
    ['x', 'malformed_body'],
    ['"x', 'malformed_body'],
    ['"x" "y"', 'malformed_body'],
    ['', 'malformed_body'],
  ];
  for (const [header, refusedAs] of table) {
    it(`${refusedAs ?? 'takes'}: ${header}`, () => {
      const judge = () => refuseStale(header, 'x');
      if (refusedAs === null) return judge();
      assert.throws(judge, (error: DomainError) => error.code === refusedAs);
    });
  }
});
