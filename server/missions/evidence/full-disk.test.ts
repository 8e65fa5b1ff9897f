import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';

describe('a disk without room', () => {
  const script = path.resolve(
    import.meta.dirname,
    '../../../test/support/full-disk/evidence-on-a-full-disk.ts',
  );
  for (const [what, command, ...rest] of [
    [
      'a full disk',
      'unshare',
      '-Urm',
      'sh',
      '-c',
      'mount -t tmpfs -o size=6m tmpfs "$1" && exec "$2" "$3" "$1"',
      'sh',
    ],
    ['a limit on file sizes', 'prlimit', '--fsize=4194304'],
  ] as const) {
    it(`keeps nothing and loses nothing on ${what}`, async (context) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'damson-full-'));
      try {
        const tail =
          command === 'unshare' ? [folder, process.execPath, script] : [process.execPath, script, folder];
        const run = await output(command, [...rest, ...tail]);
        if (run.stdout === '') {
          context.skip(`${command} is not allowed here: ${run.stderr.slice(0, 200)}`);
          return;
        }
        assert.deepEqual(JSON.parse(run.stdout), {
          small: 201,
          declared: 507,
          undeclared: 507,
          afterwards: 201,
          served: 200,
          stored: 2,
          records: 2,
          failures: [],
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});

function output(command: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(command, args, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}
