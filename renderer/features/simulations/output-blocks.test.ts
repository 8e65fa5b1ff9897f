import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitOutput } from './output-blocks.ts';

const task = { external_id: '7', callback: null, command: null, completed_at: null };

describe('the pieces of an output', () => {
  test('are the outputs of tasks and the text around them', () => {
    const output = 'before\none\n\ntwo\nafter';
    const one = { ...task, start: 7, length: 4 };
    const two = { ...task, external_id: '8', start: 12, length: 4 };
    assert.deepEqual(splitOutput(output, [one, two]), [
      { start: 0, text: 'before\n', task: null },
      { start: 7, text: 'one\n', task: one },
      { start: 12, text: 'two\n', task: two },
      { start: 16, text: 'after', task: null },
    ]);
  });

  test('are a single piece without task output, and none if the output is empty', () => {
    assert.deepEqual(splitOutput('by hand', []), [{ start: 0, text: 'by hand', task: null }]);
    assert.deepEqual(splitOutput('', []), []);
  });
});
