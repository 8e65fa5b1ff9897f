import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeTexts } from './merge-texts.ts';

describe('keeping both versions of a text', () => {
  const table: [why: string, theirs: string, mine: string, both: string][] = [
    ['puts one after the other where they have nothing in common', 'theirs', 'mine', 'theirs\nmine'],
    ['repeats nothing that both have', 'a\nb\nc', 'a\nx\nc', 'a\nb\nx\nc'],
    ['is the longer one where it has the other in it', 'seen\nat 10:02', 'seen', 'seen\nat 10:02'],
    ['keeps what each added at the end', 'seen\nby EDR', 'seen\nby mail', 'seen\nby EDR\nby mail'],
    ['keeps what each added in another place', 'head\nx', 'x\ntail', 'head\nx\ntail'],
    ['keeps blank lines where they were', 'a\n\nb', 'a\n\nc', 'a\n\nb\nc'],
  ];
  for (const [why, theirs, mine, both] of table) {
    it(why, () => assert.equal(mergeTexts(theirs, mine), both));
  }
});
