import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { groupFiles } from './group-files.ts';
import { root, toPlace } from './place.ts';

describe('test files, longest first,', () => {
  const table: [files: Record<string, number>, most: number, groups: string[][]][] = [
    [{}, 40, []],
    [
      { a: 30, b: 20, c: 10, d: 5 },
      40,
      [
        ['a', 'd'],
        ['b', 'c'],
      ],
    ],
    [{ a: 90, b: 3, c: 3 }, 50, [['a'], ['b', 'c']]],
    [{ a: 3, b: 3, c: 3 }, 50, [['a', 'c'], ['b']]],
    [{ a: 9, b: 3 }, 0, [['a'], ['b']]],
  ];
  for (const [files, most, groups] of table) {
    it(`of ${Object.values(files)} seconds share processes of about ${most}, two at a time`, () => {
      const expected = (file: string) => files[file] ?? 0;
      assert.deepEqual(groupFiles(Object.keys(files), { expected, most, atOnce: 2 }), groups);
    });
  }
});

it('an error that nothing catches fails the file that runs, and no other of its process', () => {
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(path.join(results, 'made-up-'));
  try {
    const files = Object.entries({
      before: 'it("a", () => {});',
      throwing:
        'it("a", () => new Promise((done) => { setImmediate(() => { setImmediate(done); throw new Error("lost"); }); }));',
      rejecting: 'it("a", () => { void Promise.reject(new Error("refused")); });',
      afterwards: 'it("a", () => {}); describe("b", () => { it("c", async () => { await null; }); });',
    }).map(([name, body]) => {
      const file = path.join(folder, `${name}.test.mjs`);
      writeFileSync(file, `import { describe, it } from 'node:test';${body}`);
      return toPlace(file);
    });
    // The tests that it runs don't belong to this run.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const suite = path.join(root, 'tools', 'test', 'node-suite.ts');
    const args = [suite, '--concurrency', '1', files.join(',')];
    const printed = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
    const failed = files.map((file) =>
      printed.split('\n').some((line) => line.includes(`"${file}"`) && line.includes('"failed"')),
    );
    assert.deepEqual(failed, [false, true, true, false], printed);
    assert.match(printed, /lost/);
    assert.match(printed, /refused/);
    assert.match(printed, /b › c/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
