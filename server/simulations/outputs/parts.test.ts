import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appendPart, followEdit } from './parts.ts';

const task = { external_id: '7', callback: '#1', command: 'whoami', completed_at: null };

/** An output in text form, with brackets around the output of tasks. */
function read(marked: string) {
  const parts = [];
  let text = '';
  for (const piece of marked.split(/(\[[^\]]*\])/)) {
    const isPart = piece.startsWith('[');
    const plain = isPart ? piece.slice(1, -1) : piece;
    if (isPart) parts.push({ ...task, start: text.length, length: plain.length });
    text += plain;
  }
  return { text, parts };
}

describe('the parts of an output', () => {
  it('begin where the output of a task begins', () => {
    assert.deepEqual(appendPart([], 'by hand\nof seven', 'of seven', task), [
      { ...task, start: 8, length: 8 },
    ]);
    assert.deepEqual(appendPart([], 'by hand', '', task), []);
    assert.deepEqual(appendPart([], null, '', task), []);
  });

  const edits: [what: string, before: string, after: string][] = [
    ['nothing', 'x [one] y', 'x [one] y'],
    ['text before them', '[one]\n[two]', 'a note\n[one]\n[two]'],
    ['text after them', '[one]\n[two]', '[one]\n[two]\na note'],
    ['text between them', '[one]\n[two]', '[one]\na note\n[two]'],
    ['text within one', '[one]\n[two]', '[o - n - e]\n[two]'],
    ['something cut within one', '[a secret]\n[two]', '[a ]\n[two]'],
    ['a whole part cut', '[one]\n[two]', '\n[two]'],
    ['the end of one and the beginning of the next cut', '[abcd]\n[efgh]', '[ab][gh]'],
    ['everything cut', '[one]\n[two]', ''],
    ['everything written anew', '[one]\n[two]', 'three'],
    ['line ends that a browser has changed', '[one\r\n][two\r\n]x', 'a note\n[one\n][two\n]x'],
    ['line ends of another system', '[one\n]x', '[one\r\n]x'],
    ['what stands around one cut', 'abc[def]ghi', 'ai'],
  ];
  for (const [what, before, after] of edits) {
    it(`follow ${what}`, () => {
      const [old, expected] = [read(before), read(after)];
      assert.deepEqual(followEdit(old.parts, old.text, expected.text), expected.parts);
    });
  }

  it('follow a text that is emptied', () => {
    assert.deepEqual(followEdit(read('[one]').parts, 'one', null), []);
  });
});
