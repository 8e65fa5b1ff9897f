import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareTexts } from './difference.ts';
import { Rebuilding } from './rebuild.ts';

const text = (number: number) => `${number} `.padEnd(2000, 'x');
const changeOf = (number: number) => ({ output: compareTexts(text(number - 1), text(number)) });
const wholeOf = (number: number) => ({
  output: { before: text(number - 1), after: text(number), missing: null },
});
const missing = (why: string) => ({ output: { before: null, after: null, missing: why } });

describe('rebuilding a text', () => {
  const rebuild = (steps: number) => {
    const rebuilding = new Rebuilding(changeOf(1), { output: text(1 + steps) });
    for (let at = steps; at > 0 && rebuilding.goesOn; at -= 1) rebuilding.stepBack(changeOf(1 + at));
    return rebuilding.end();
  };

  it('goes back through thousands of entries', () => {
    assert.deepEqual(rebuild(0), wholeOf(1));
    assert.deepEqual(rebuild(4999), wholeOf(1));
  });

  it('gives up on too many entries or too long texts', () => {
    assert.deepEqual(rebuild(6000), missing('too_far'));
    const one = { at: 0, removed: 'y', inserted: 'z', inserted_length: 1, before: '0', after: '0' };
    const rebuilding = new Rebuilding({ output: one }, { output: 'x'.repeat(1_000_000) });
    let steps = 0;
    while (rebuilding.goesOn) {
      rebuilding.stepBack({ output: one });
      steps += 1;
    }
    assert.equal(steps, 51);
    assert.deepEqual(rebuilding.end(), missing('too_far'));
  });

  it('needs no further entry for a text that its own entry contains', () => {
    const rebuilding = new Rebuilding({ status: ['pending', 'executed'], tags: [null, ['a']] }, null);
    assert.equal(rebuilding.goesOn, false);
    assert.deepEqual(rebuilding.end(), {
      status: { before: 'pending', after: 'executed', missing: null },
      tags: { before: null, after: ['a'], missing: null },
    });
  });

  it('says why a text cannot be rebuilt', () => {
    const list = { ...compareTexts(text(0), text(1)), json: true as const };
    assert.deepEqual(new Rebuilding({ output: list }, {}).end(), missing('unknown'));
    assert.deepEqual(new Rebuilding(changeOf(1), {}).end(), missing('unknown'));
    assert.deepEqual(new Rebuilding(changeOf(1), null).end(), missing('deleted'));
    assert.deepEqual(new Rebuilding(changeOf(1), { output: 'another' }).end(), missing('unknown'));
    const gone = { length: 2000, sha256: '00' };
    assert.deepEqual(new Rebuilding({ output: [gone, null] }, null).end(), missing('deleted'));
  });

  it('continues over an erased entry if the digest proves it', () => {
    const over = (present: string) => {
      const rebuilding = new Rebuilding(changeOf(1), { output: present });
      rebuilding.stepBack(null);
      return rebuilding.end();
    };
    assert.deepEqual(over(text(1)), wholeOf(1));
    assert.deepEqual(over(text(2)), missing('erased'));
  });

  it('continues from a short text that the history has in full', () => {
    const rebuilding = new Rebuilding(changeOf(1), { output: 'today' });
    rebuilding.stepBack(null);
    rebuilding.stepBack({ output: ['short', 'another'] });
    rebuilding.stepBack({ output: compareTexts(text(1), 'short') });
    assert.deepEqual(rebuilding.end(), wholeOf(1));
  });
});
