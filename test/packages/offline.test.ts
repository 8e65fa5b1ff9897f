import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unzipSync } from 'fflate';
import { version } from '../../server/version.ts';
import { type Installation, run } from './installation.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'damson-offline-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function pack(target: string): string {
  const script = path.join(root, 'tools', 'pack-offline.ts');
  const args = [script, '--target', target, '--output', folder];
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

const listFiles = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(place, name)).isFile(),
  );

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function readSums(text: string): Map<string, string> {
  return new Map(text.split('\n').flatMap((line) => (line ? [[line.slice(66), line.slice(0, 64)]] : [])));
}

const isHere = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
const confined = spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

describe('the archive for a machine without a network', { skip: isHere ? false : 'made for Linux' }, () => {
  const target = `linux-${process.arch}`;
  const name = `damson-${version}-${target}`;
  const place = path.join(folder, name);
  let installation: Installation;

  before(() => {
    const file = pack(target);
    assert.equal(readFileSync(`${file}.sha256`, 'utf8'), `${digest(readFileSync(file))}  ${name}.tar.gz\n`);
    execFileSync('tar', ['xzf', file, '-C', folder]);
    const cwd = path.join(folder, 'machine');
    mkdirSync(cwd);
    installation = { program: path.join(place, 'damson'), before: [], cwd, path: '' };
  });

  test('has Node, the server, the documents, the units and their instructions', () => {
    const top = readdirSync(place).sort();
    assert.deepEqual(top, [
      '.env.example',
      'CHANGELOG.md',
      'LICENSE',
      'PLATFORM',
      'README.md',
      'SECURITY.md',
      'SHA256SUMS',
      'VERSION',
      'app',
      'damson',
      'docs',
      'install.sh',
      'node',
      'sbom.cdx.json',
      'systemd',
    ]);
    const files = listFiles(place);
    for (const part of [
      'node/node',
      'node/LICENSE',
      'app/licences.txt',
      'app/dist/renderer/licences.txt',
      'app/dist/renderer/index.html',
      'app/resources/attack-enterprise-19.1.json',
      'docs/operations.md',
      'systemd/damson.service',
    ])
      assert.ok(files.includes(part), part);
    assert.deepEqual(
      files.filter((file) => file.endsWith('.node')).sort(),
      [
        `app/node_modules/@napi-rs/image-${target}-gnu/image.${target}-gnu.node`,
        `app/node_modules/@node-rs/argon2-${target}-gnu/argon2.${target}-gnu.node`,
        `app/node_modules/better-sqlite3/prebuilds/${target}.node`,
      ].sort(),
    );
    const bom = JSON.parse(readFileSync(path.join(place, 'sbom.cdx.json'), 'utf8'));
    const names = bom.components.map((component: { name: string }) => component.name);
    assert.ok(['node', 'better-sqlite3', 'express', 'react'].every((part) => names.includes(part)));
  });

  test('has the digest of every file in it', () => {
    const sums = readSums(readFileSync(path.join(place, 'SHA256SUMS'), 'utf8'));
    const files = listFiles(place).filter((file) => file !== 'SHA256SUMS');
    assert.deepEqual([...sums.keys()].sort(), files.sort());
    for (const [file, sum] of sums) assert.equal(digest(readFileSync(path.join(place, file))), sum, file);
  });

  test('serves where there is no network, with an empty PATH', {
    skip: confined ? false : 'unshare or ip is not here, or not allowed',
  }, () => {
    const script = path.join(import.meta.dirname, 'without-network.ts');
    const inside = `ip link set lo up && exec "$0" "$1" "$2"`;
    const args = ['-rn', 'sh', '-c', inside, process.execPath, script, JSON.stringify(installation)];
    const { status, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });

  test('names its own file where the shell does not find damson', async () => {
    const program = path.join(place, 'damson');
    const child = spawn(program, ['serve', '--port', '0', '--data-dir', path.join(folder, 'named')], {
      env: { PATH: '', HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    for await (const part of child.stderr.setEncoding('utf8')) {
      said += part;
      if (said.includes('create-admin')) child.kill();
    }
    assert.ok(said.includes(`  ${program} install-token --data-dir `), said);
  });

  describe('its installer', () => {
    const machine = path.join(folder, 'root');
    const install = (...args: string[]) =>
      // Installs as root with a umask that excludes everyone else.
      spawnSync('sh', ['-c', 'umask 077; exec sh "$@"', 'sh', path.join(place, 'install.sh'), ...args], {
        encoding: 'utf8',
      });

    test('installs the version beside others, and makes it the current one', async () => {
      mkdirSync(path.join(machine, 'opt/damson/0.0.9'), { recursive: true });
      symlinkSync('0.0.9', path.join(machine, 'opt/damson/current'));
      for (let times = 0; times < 2; times++) {
        const { status, stderr } = install('--root', machine);
        assert.equal(status, 0, stderr);
        assert.deepEqual(readdirSync(path.join(machine, 'opt/damson')).sort(), ['0.0.9', version, 'current']);
      }
      assert.equal(readlinkSync(path.join(machine, 'opt/damson/current')), version);
      assert.equal(readlinkSync(path.join(machine, 'usr/local/bin/damson')), '/opt/damson/current/damson');
      assert.ok(existsSync(path.join(machine, 'etc/systemd/system/damson.service')));
      for (const part of ['usr/local/bin', `opt/damson/${version}`, 'opt/damson/current/app/bin/damson.js']) {
        const { mode } = statSync(path.join(machine, part));
        assert.equal(mode & 0o044, 0o044, part);
      }
      const program = path.join(machine, 'opt/damson/current/damson');
      assert.match((await run({ ...installation, program }, ['--version'])).stdout, /^damson \d/);
    });

    test('goes back by the installer of the older version', () => {
      rmSync(path.join(machine, 'opt/damson/current'));
      symlinkSync('0.0.9', path.join(machine, 'opt/damson/current'));
      const again = path.join(machine, 'opt/damson', version, 'install.sh');
      const { status, stderr } = spawnSync('sh', [again, '--root', machine], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      assert.equal(readlinkSync(path.join(machine, 'opt/damson/current')), version);
    });

    test('removes the program and keeps the data', () => {
      const data = path.join(machine, 'var/lib/damson');
      mkdirSync(data, { recursive: true });
      assert.equal(install('--uninstall', '--root', machine).status, 0);
      assert.ok(!existsSync(path.join(machine, 'opt/damson')));
      assert.ok(!existsSync(path.join(machine, 'usr/local/bin/damson')));
      assert.deepEqual(readdirSync(path.join(machine, 'etc/systemd/system')), []);
      assert.ok(existsSync(data));
    });

    test('refuses a damaged archive and installs nothing', () => {
      appendFileSync(path.join(place, 'docs/operations.md'), 'x');
      const { status, stderr } = install('--root', path.join(folder, 'other'));
      assert.equal(status, 1);
      assert.match(stderr, /SHA256SUMS/);
      assert.ok(!existsSync(path.join(folder, 'other')));
    });
  });
});

test('the archive for Windows has its own Node and native modules', () => {
  const files = unzipSync(readFileSync(pack('win-x64')));
  const top = `damson-${version}-win-x64/`;
  const names = Object.keys(files).map((name) => name.slice(top.length));
  assert.deepEqual(names.filter((name) => name.endsWith('.node')).sort(), [
    'app/node_modules/@napi-rs/image-win32-x64-msvc/image.win32-x64-msvc.node',
    'app/node_modules/@node-rs/argon2-win32-x64-msvc/argon2.win32-x64-msvc.node',
    'app/node_modules/better-sqlite3/prebuilds/win32-x64.node',
  ]);
  const start = Buffer.from(files[`${top}node/node.exe`]?.subarray(0, 2) ?? []).toString();
  assert.equal(start, 'MZ');
  assert.match(
    Buffer.from(files[`${top}damson.cmd`] ?? []).toString(),
    /node\\node\.exe" .*damson\.js" %\*\r\n/,
  );
  const sums = readSums(Buffer.from(files[`${top}SHA256SUMS`] ?? []).toString());
  assert.equal(sums.size, names.length - 1);
});
