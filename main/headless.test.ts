import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { damson } from '../test/support/commands/command.ts';
import { commandWords, findCommandLine } from './headless.ts';

describe('a line of the command among the arguments of the application', () => {
  for (const [argv, line] of [
    [
      ['serve', '--port', '0'],
      ['serve', '--port', '0'],
    ],
    [['--ozone-platform=headless', '--no-sandbox', 'serve'], ['serve']],
    [
      ['catalog', 'sync', '--source', 'bundled'],
      ['catalog', 'sync', '--source', 'bundled'],
    ],
    [['--version'], ['--version']],
    [['--help'], ['--help']],
    [[], null],
    [['/home/ada/exercise.damson'], null],
    [['--data-dir', 'serve'], null],
    [['--user-data-dir', 'backup'], null],
    [['--data-dir=serve'], null],
    [['exercise.damson', 'serve'], null],
  ] as [string[], string[] | null][]) {
    test(JSON.stringify(argv), () => assert.deepEqual(findCommandLine(argv), line));
  }

  test('is found for every command', async () => {
    const { stdout } = await damson(['--help']);
    const listed = /Commands:\n((?: {2}.+\n)+)/.exec(stdout)?.[1]?.match(/(?<=^ {2})[\w-]+/gm);
    assert.deepEqual([...new Set(listed)].sort(), [...commandWords].sort());
  });
});
