import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { damson, prepareData } from '../support/commands/command.ts';
import { noModes } from '../support/servers/platform.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-places-'));
const at = (...names: string[]) => path.join(folder, ...names);
const inData = ['--data-dir', at('data')];
// Root may read and write everything, so another user runs the commands.
const user = process.getuid?.() === 0 ? 65_534 : undefined;
const env = { HOME: folder };

before(async () => {
  if (user !== undefined) chownSync(folder, user, user);
  await prepareData(at('data'), { user, env });
  const made = await damson(['backup', at('whole.damson'), ...inData], { user, env });
  assert.equal(made.code, 0, made.stderr);
  mkdirSync(at('shut'), { mode: 0o500 });
  if (user !== undefined) chownSync(at('shut'), user, user);
  writeFileSync(at('file'), 'name: A\n');
  writeFileSync(at('secret'), 'A=b\n', { mode: 0o000 });
});
after(() => {
  chmodSync(at('shut'), 0o700);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command that can't do its work, and returns the one line that says why. */
async function refusalOf(args: readonly string[], code = 1): Promise<string> {
  const refused = await damson(args, { user, env });
  assert.equal(refused.code, code, refused.stderr);
  assert.equal(refused.stdout, '');
  const [, line] = /^damson: ([^\n]+)\n$/.exec(refused.stderr) ?? [];
  assert.ok(line !== undefined, refused.stderr);
  assert.doesNotMatch(line, /E[A-Z]+: |\.partial/);
  return line;
}

const anybody = ['--email', 'a@example.org', '--display-name', 'A', '--password', 'kumquat-hedge-90'];
const onData: readonly (readonly string[])[] = [
  ['create-admin', ...anybody],
  ['install-token'],
  ['reset-second-factor', 'a@example.org'],
  ['backup', at('new')],
  ['backup', '--keep', '2', at('kept')],
  ['verify'],
  ['migrate'],
  ['audit', 'head'],
  ['audit', 'verify'],
  ['audit', 'export'],
  ['report', 'Autumn', '--out', at('report.html')],
  ['import', at('file')],
  ['export', 'library', '--out', at('library.json')],
  ['catalog', 'sync', '--source', 'bundled'],
  ['move', '--to-database', at('moved')],
  ['serve', '--port', '0'],
];

for (const [mode, what] of [
  [0o500, /(may not write to|the data folder) /],
  [0o000, /(may not read|the data folder) /],
] as const) {
  const options = { skip: noModes, concurrency: 2 };
  describe(`a data folder with the mode ${mode.toString(8)} is named in one line`, options, () => {
    before(() => chmodSync(at('data'), mode));
    after(() => chmodSync(at('data'), 0o700));
    for (const args of onData) {
      test(args.join(' ').replaceAll(`${folder}/`, ''), async () => {
        const line = await refusalOf([...args, ...inData]);
        assert.match(line, what);
        assert.ok(line.includes(at('data')), line);
      });
    }
  });
}

describe('a file or folder that can’t be used is named in one line', {
  skip: noModes,
  concurrency: 2,
}, () => {
  const writing = (out: string): (readonly string[])[] => [
    ['backup', '--force', out, ...inData],
    ['export', 'library', '--force', '--out', out, ...inData],
  ];
  const reading = (file: string): (readonly string[])[] => [
    ['restore', file, '--data-dir', at('restored')],
    ['import', file, ...inData],
  ];
  const making = (place: string): (readonly string[])[] => [
    ['backup', '--keep', '2', path.join(place, 'kept'), ...inData],
    ['restore', at('whole.damson'), '--data-dir', path.join(place, 'restored')],
    ['move', '--to-database', path.join(place, 'moved'), ...inData],
    ['serve', '--port', '0', '--data-dir', path.join(place, 'served')],
  ];
  const rows: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
    ['a missing folder', at('none'), writing(at('none', 'new'))],
    ['a folder that may not be written', at('shut'), writing(at('shut', 'new'))],
    ['a file for a folder', at('file'), [...writing(at('file', 'new')), ...reading(at('file', 'old'))]],
    ['a folder for a file', at('data'), writing(at('data'))],
    ['a missing file', at('absent'), reading(at('absent'))],
    ['a file that may not be read', at('secret'), reading(at('secret'))],
    ['a folder that can’t be made here', at('shut'), making(at('shut'))],
    ['a folder that can’t be made in a file', at('file'), making(at('file'))],
  ];
  for (const [what, place, commands] of rows) {
    for (const args of commands) {
      test(`${what}: ${args.slice(0, 2).join(' ').replaceAll(`${folder}/`, '')}`, async () => {
        const line = await refusalOf(args);
        assert.ok(line.includes(place), line);
      });
    }
  }

  for (const file of ['absent', 'secret', 'shut', 'file/old']) {
    test(`settings in ${file}`, async () => {
      const line = await refusalOf(['verify', '--env-file', at(file), ...inData], 78);
      assert.ok(line.includes(at(file)), line);
    });
  }
});
