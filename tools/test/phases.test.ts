import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { it } from 'node:test';
import { type Phase, phases } from './phases.ts';
import { root } from './place.ts';

const find = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root }).map((file) => file.replaceAll('\\', '/'));

/** The files of a phase; Playwright finds those of its folder. */
function filesOf({ run }: Phase): readonly string[] {
  if ('suite' in run) return run.suite;
  if (!('files' in run)) return [];
  const folder = run.node.find((arg) => /^test\/\w+$/.test(arg));
  return run.files.length > 0 || folder === undefined ? run.files : find(`${folder}/**/*.spec.ts`);
}

it('every file of tests runs nightly, whatever CI leaves out, except those that need a server of others', () => {
  const nightly = phases.filter(
    ({ levels, leavesOut }) => levels.includes('nightly') && leavesOut === undefined,
  );
  const run = new Set(nightly.flatMap(filesOf));
  const all = find('{bench,domain,main,renderer,server,tools}/**/*.test.ts', 'test/**/*.{test,spec}.ts');
  assert.ok(all.length > 500, String(all.length));
  assert.deepEqual(all.filter((file) => !run.has(file)).toSorted(), [
    'test/caldera/caldera.test.ts',
    'test/s3/other-store.test.ts',
  ]);
});
