import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { version } from '../../server/version.ts';
import { type Installation, run, useInstallation } from './installation.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'damson-server-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function pack(...args: string[]): string {
  const script = path.join(root, 'tools', 'pack-server.ts');
  return execFileSync(process.execPath, [script, '--output', folder, ...args], { encoding: 'utf8' }).trim();
}

/** Files that a running server starts by name. */
const threads = globSync('server/*/**/*-thread.js', { cwd: root }).sort();

const packs = process.platform === 'win32' ? 'its program has another name on Windows' : false;

describe('the server as a package for npm', { skip: packs }, () => {
  let installation: Installation;
  let installed: string;

  before(() => {
    const file = pack('--bundle');
    const cwd = path.join(folder, 'machine');
    mkdirSync(cwd);
    // Without a registry and with an empty cache, as on a machine that was never online.
    execFileSync(
      'npm',
      ['install', '--global', '--offline', '--cache', path.join(folder, 'cache'), '--prefix', cwd, file],
      {
        cwd,
        stdio: 'pipe',
      },
    );
    installed = path.join(cwd, 'lib', 'node_modules', 'damson-server');
    installation = { program: path.join(cwd, 'bin', 'damson'), before: [], cwd };
  });

  test('has the server, the interface and their dependencies, and nothing of the desktop', () => {
    const files = globSync('**/*', { cwd: installed }).filter((name) =>
      statSync(path.join(installed, name)).isFile(),
    );
    const own = files.filter((name) => !/^(?:node_modules|server\/parts|dist\/renderer)\//.test(name));
    const expected = [
      'LICENSE',
      'bin/damson.js',
      'damson-backup.service',
      'damson-backup.timer',
      'damson.service',
      'damson@.service',
      'licences.txt',
      'package.json',
      'resources/attack-enterprise-19.1.json',
      'resources/attack-successors.json',
      'resources/attack-threats-18.1.json',
      ...['LICENSE', 'latin-400.woff2', 'latin-600.woff2', 'latin-ext-400.woff2', 'latin-ext-600.woff2'].map(
        (name) => `resources/inter/${name}`,
      ),
      'resources/report-template.de.docx',
      'resources/report-template.docx',
      'resources/report-template.fr.docx',
      'sbom.cdx.json',
      'server/program-hooks.js',
      ...threads,
    ];
    assert.deepEqual(own.sort(), expected.sort());
    assert.ok(files.includes('dist/renderer/index.html'));
    assert.deepEqual(
      files.filter((name) => /electron|\.map$|\.ts$|^node_modules\/.*\/tests?\//.test(name)),
      [],
    );
  });

  test('has every imported file, and imports no module that is not installed', () => {
    const program = globSync('{bin,server}/**/*.js', { cwd: installed });
    const modules = new Set<string>();
    let files = 0;
    for (const name of program) {
      const text = readFileSync(path.join(installed, name), 'utf8');
      for (const [, always, lazily] of text.matchAll(
        /^(?:import|export)\b[^'"]*"([^"]+)";$|\bimport\("([^"]+)"\)/gm,
      )) {
        const imported = always ?? lazily ?? '';
        if (!imported.startsWith('.')) modules.add(imported);
        else
          assert.ok(existsSync(path.join(installed, path.dirname(name), imported)), `${name}: ${imported}`);
        files += 1;
      }
    }
    assert.ok(files > 100);
    const installedBeside = Object.keys(
      JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')).dependencies,
    );
    assert.deepEqual([...modules].filter((name) => !isBuiltin(name)).sort(), installedBeside.sort());
  });

  test('lists every component in it, and no build tool', () => {
    const bom = JSON.parse(readFileSync(path.join(installed, 'sbom.cdx.json'), 'utf8'));
    const names: string[] = bom.components.map(({ name }: { name: string }) => name);
    const modules = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], {
      cwd: installed,
    }).map((file) => path.dirname(path.relative('node_modules', file)));
    assert.deepEqual(
      modules.filter((name) => !names.includes(name)),
      [],
    );
    const licences = readFileSync(path.join(installed, 'licences.txt'), 'utf8')
      .split(/^(?=## )/m)
      .slice(1);
    const bundled = licences.map((licence) => /^## (\S+) - /.exec(licence)?.[1] ?? licence);
    assert.ok(bundled.length > 100 && bundled.includes('express') && bundled.includes('zod'));
    assert.deepEqual(
      bundled.filter((name) => !names.includes(name)),
      [],
    );
    // The licence text itself, and not only its name.
    assert.deepEqual(
      bundled.filter((_, index) => (licences[index] as string).length < 400),
      [],
    );
    assert.ok(names.includes('react') && names.includes('@mantine/core'));
    const ofTheInterface = readFileSync(path.join(installed, 'dist/renderer/licences.txt'), 'utf8');
    assert.match(
      ofTheInterface.split('\n## @xterm/headless - ')[1] ?? '',
      /^\S+ \(MIT\)\s+Copyright[\s\S]+?Permission is hereby granted/,
    );
    for (const face of ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono']) {
      assert.ok(names.includes(face));
      const [, licence] = ofTheInterface.split(`\n## ${face} - `);
      assert.match(licence ?? '', /^\S+ \(OFL-1\.1\)\s+Copyright[\s\S]+SIL OPEN FONT LICENSE/);
    }
    assert.deepEqual(
      names.filter((name) => /^(?:typescript|playwright|vite|electron)$/.test(name)),
      [],
    );
  });

  test('prints its version', async () => {
    const { code, stdout, stderr } = await run(installation, ['--version']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^damson \d+\.\d+\.\d+ \(.*schema \d+\)\n$/);
    assert.equal(stdout.split(' ')[1], version);
  });

  test('installs without a registry, and serves', () => useInstallation(installation));

  test('leaves native modules to the registry unless they are requested, in the tested versions', () => {
    const file = pack();
    const read = (name: string): string =>
      execFileSync('tar', ['xzOf', file, `package/${name}`], { encoding: 'utf8' });
    const about = JSON.parse(read('package.json'));
    assert.deepEqual(about.engines, { node: '>=24' });
    assert.deepEqual(about.bin, { damson: 'bin/damson.js' });
    assert.deepEqual(Object.keys(about.dependencies).sort(), [
      '@napi-rs/image',
      '@node-rs/argon2',
      'better-sqlite3',
    ]);
    for (const [name, wanted] of Object.entries<string>(about.dependencies)) {
      assert.match(wanted, /^\d+\.\d+\.\d+$/, name);
    }
    const listed = execFileSync('tar', ['tzf', file], { encoding: 'utf8' });
    assert.doesNotMatch(listed, /node_modules/);
  });
});

// Before version 250, `systemd-analyze` only checks installed units.
const systemd = Number(
  /^systemd (\d+)/.exec(String(spawnSync('systemd-analyze', ['--version']).stdout))?.[1],
);

for (const name of ['damson.service', 'damson@.service', 'damson-backup.service']) {
  test(
    `the unit of systemd is well-formed and confined: ${name}`,
    {
      skip: systemd >= 250 ? false : 'there is no systemd-analyze of 250 or later',
    },
    () => verifyUnit(name),
  );
}

function verifyUnit(name: string): void {
  const unit = path.join(root, 'packaging', name);
  const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  // On a test machine the program is not at the unit's path.
  const complaints = stderr
    .split('\n')
    .filter((line) => line !== '' && !/damson is not executable/.test(line));
  assert.deepEqual(
    complaints.filter((line) => line.includes('damson')),
    [],
  );
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
  assert.equal(judged.status, 0, String(judged.stdout));
}
