import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBanned, findClauses, findTitles } from './find-phrases.ts';

describe('comments that begin with a noun clause', () => {
  const table: [source: string, found: number][] = [
    ['/** What a list is asked for. */', 1],
    ['// Whoever comes later has no session.', 1],
    ['{/* Those that wait. */}', 1],
    ['/**\n * Who may write.\n */', 1],
    ['/** Bounds of a list. */', 0],
    ['// Whatsoever is no such word.', 0],
    ['/**\n * Bounds of a list, and\n * what it is asked for.\n */', 0],
    ['// Reads a file, and tells\n// Who wrote it.', 0],
    ["const text = 'What now?';", 0],
  ];
  for (const [source, found] of table)
    it(JSON.stringify(source), () => assert.equal(findClauses(source).length, found));
});

describe('banned phrases of messages', () => {
  const table: [message: string, phrase: string | null][] = [
    ['What became of the tests', 'What became of'],
    ['Whoever runs the server sets a key.', 'Whoever'],
    ['Changed by somebody', 'somebody'],
    ['Test outcomes', null],
    ['Changed by someone', null],
  ];
  for (const [message, phrase] of table) it(message, () => assert.equal(findBanned(message), phrase));
});

describe('titles of tests that begin with a noun clause', () => {
  const begin = (word: string, title: string) => `${word}('${title}', () => {});`;
  const table: [source: string, found: number][] = [
    [begin('it', 'what is missing is named'), 1],
    [begin('describe', 'Who may'), 1],
    [`test(\n  "whoever comes later waits", async () => {});`, 1],
    [begin('it', 'names what is missing'), 0],
    [begin('submit', 'what is missing'), 0],
  ];
  for (const [source, found] of table)
    it(JSON.stringify(source), () => assert.equal(findTitles(source).length, found));
});
