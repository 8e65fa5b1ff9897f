import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { findPlaceholders } from '../../packaging/addresses.ts';
import { afterPack, fuses } from '../../packaging/fuses.ts';
import { buildApp } from '../../tools/build-app.ts';
import { useInstallation } from './installation.ts';

// Electron's runtime is a download, so Node's program with an appended fuse wire replaces it: fuses are really written and read,
// and the packed files really run, from an extracted copy, because plain Node reads no archive. Starting them from inside the
// archive is not tested here.

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'damson-packages-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The wire of Electron 45, in the order of its fuses. */
const wire = '101100011';

function makeRuntime(place: string, fuseWire: string): void {
  mkdirSync(path.join(place, 'locales'), { recursive: true });
  mkdirSync(path.join(place, 'resources'));
  for (const name of ['en-US', 'de']) writeFileSync(path.join(place, 'locales', `${name}.pak`), '');
  const program = path.join(place, 'electron');
  copyFileSync(process.execPath, program);
  appendFileSync(
    program,
    `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01${String.fromCharCode(fuseWire.length)}${fuseWire}`,
  );
}

/** The compiled modules for this processor and C library. */
const compiled = globSync(['@napi-rs/image-linux-*', '@node-rs/argon2-linux-*'], {
  cwd: path.join(root, 'node_modules'),
}).sort();

describe('the desktop application, packed for Linux', { skip: process.platform !== 'linux' }, () => {
  const output = path.join(folder, 'packed');
  const unpacked = path.join(output, 'linux-unpacked');
  const archive = path.join(unpacked, 'resources', 'app.asar');
  let handed: { deb: { parts: string[]; types: string }; AppImage: { desktop: string } };
  let inside: string[];
  let app: string;

  before(() => {
    app = buildApp();
    const runtime = path.join(folder, 'runtime');
    makeRuntime(runtime, wire);
    execFileSync(process.execPath, [path.join(import.meta.dirname, 'pack.ts'), runtime, output], {
      cwd: root,
    });
    handed = JSON.parse(readFileSync(path.join(output, 'handed.json'), 'utf8'));
    const isFolder = (name: string, _: number, all: string[]) =>
      all.some((other) => other.startsWith(`${name}/`));
    inside = listPackage(archive, { isPack: false })
      .filter((name, index, all) => !isFolder(name, index, all))
      .map((name) => name.slice(1));
  });

  test('has its entry points as JavaScript, its parts, and nothing else', () => {
    const expected = [
      ...globSync('server/*/**/*-thread.js', { cwd: root }),
      'server/program-hooks.js',
      'LICENSE',
      'bin/damson.js',
      'licences.txt',
      'main/main.js',
      'main/preload.cjs',
      'main/server-conversation.js',
      'package.json',
      'resources/attack-enterprise-19.1.json',
      'resources/attack-successors.json',
      'resources/attack-threats-18.1.json',
      'resources/icons/linux/256x256.png',
      ...['LICENSE', 'latin-400.woff2', 'latin-600.woff2', 'latin-ext-400.woff2', 'latin-ext-600.woff2'].map(
        (name) => `resources/inter/${name}`,
      ),
      'resources/report-template.de.docx',
      'resources/report-template.docx',
      'resources/report-template.fr.docx',
      'sbom.cdx.json',
    ].sort();
    const rest = /^(?:node_modules|dist)\/|^(?:main|server)\/parts\/[\w.-]+\.js$/;
    assert.deepEqual(inside.filter((name) => !rest.test(name)).sort(), expected);
  });

  test('lists its runtime among its components', () => {
    const bom = JSON.parse(readFileSync(path.join(app, 'sbom.cdx.json'), 'utf8'));
    const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const runtime = bom.components.find(({ name }: { name: string }) => name === 'electron');
    assert.equal(runtime?.version, devDependencies.electron);
  });

  test('has the built interface, and no maps of it', () => {
    const built = globSync('dist/renderer/**/*', { cwd: app }).filter((name) =>
      statSync(path.join(app, name)).isFile(),
    );
    assert.ok(built.length > 10);
    assert.deepEqual(inside.filter((name) => name.startsWith('dist/')).sort(), built.sort());
    assert.deepEqual(
      inside.filter((name) => name.endsWith('.map')),
      [],
    );
  });

  test('has only the runtime files of unbundled packages: no sources, no tests, no types', () => {
    const files = inside.filter((name) => name.startsWith('node_modules/'));
    const owner = (name: string): string => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? name;
    assert.equal(compiled.length, 2);
    const modules = ['@napi-rs/image', '@node-rs/argon2', ...compiled, 'better-sqlite3'].sort();
    assert.deepEqual([...new Set(files.map(owner))].sort(), modules);
    assert.deepEqual(
      files.filter((name) => !/(?:\.js|\.node|\/package\.json|\/LICENSE)$/.test(name)),
      [],
    );
    assert.deepEqual(
      files.filter((name) => /\/(?:tests?|deps|bench|node-addon-api|test\.js)(?:\/|$)/.test(name)),
      [],
    );
  });

  test('keeps only native libraries outside the archive, and only for this system', () => {
    const outside = globSync('**/*', { cwd: `${archive}.unpacked` }).filter((name) =>
      statSync(path.join(`${archive}.unpacked`, name)).isFile(),
    );
    assert.deepEqual(outside.sort(), [
      ...compiled.map((name) => `node_modules/${name}/${name.replace(/^.*\/(argon2|image)-/, '$1.')}.node`),
      `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ]);
  });

  test('adds only the archive to the runtime, and for Debian the sandbox of its pages', () => {
    assert.deepEqual(readdirSync(path.join(unpacked, 'resources')).sort(), [
      'app.asar',
      'app.asar.unpacked',
      'apparmor-profile',
    ]);
    assert.deepEqual(readdirSync(path.join(unpacked, 'locales')), ['en-US.pak']);
  });

  test('has every fuse set as stated', async () => {
    const { version: _, ...found } = await getCurrentFuseWire(path.join(unpacked, 'damson'));
    const stated = Object.entries(fuses).map(([fuse, on]) => [
      fuse,
      on ? FuseState.ENABLE : FuseState.DISABLE,
    ]);
    assert.equal(stated.length, wire.length);
    assert.deepEqual(found, Object.fromEntries(stated));
    assert.equal(found[FuseV1Options.RunAsNode], FuseState.DISABLE);
  });

  test('weighs at most 25 MiB without the runtime', (t) => {
    const files = globSync('**/*', { cwd: path.join(unpacked, 'resources') });
    const sizes = files.map((name) => statSync(path.join(unpacked, 'resources', name)));
    const bytes = sizes.filter((size) => size.isFile()).reduce((sum, { size }) => sum + size, 0);
    t.diagnostic(`packed application without the runtime: ${(bytes / 2 ** 20).toFixed(1)} MiB`);
    assert.ok(bytes <= 25 * 2 ** 20, String(bytes));
  });

  test('serves from the packed files only', async () => {
    const cwd = path.join(folder, 'installed');
    mkdirSync(cwd);
    extractAll(archive, path.join(cwd, 'app'));
    await useInstallation({
      program: path.join(unpacked, 'damson'),
      before: [path.join(cwd, 'app', 'bin', 'damson.js')],
      cwd,
    });
  });

  test('is registered for backups, but not for every JSON file', () => {
    const entry = handed.AppImage.desktop;
    assert.match(entry, /^MimeType=application\/vnd\.damson\.backup;$/m);
    assert.match(entry, /^Exec=.* %U$/m);
    assert.match(entry, /^StartupWMClass=damson$/m);
    assert.match(handed.deb.types, /<glob pattern="\*\.damson"\/>/);
    assert.doesNotMatch(handed.deb.types, /json/);
  });

  test('brings icons of its own, in every size', () => {
    const sizes = handed.deb.parts.flatMap(
      (part) => /=\/usr\/share\/icons\/hicolor\/(\d+)x\1\/apps\/damson\.png$/.exec(part)?.[1] ?? [],
    );
    assert.deepEqual(
      sizes.map(Number).sort((one, other) => one - other),
      [16, 24, 32, 48, 64, 128, 256, 512],
    );
  });
});

describe('packages, where there is what makes them', () => {
  const hasFpm = spawnSync('fpm', ['--version']).status === 0;
  const hasRuntime = process.env.ELECTRON_OVERRIDE_DIST_PATH !== undefined;
  const on = (platform: NodeJS.Platform, has: boolean, missing: string): string | false =>
    process.platform !== platform ? `made on ${platform} alone` : has ? false : missing;
  for (const { target, flag, ending, skip } of [
    {
      ...{ target: 'AppImage', flag: '--linux', ending: '.AppImage' },
      skip: on(
        'linux',
        hasRuntime && !!process.env.APPIMAGE_TOOLS_PATH,
        'APPIMAGE_TOOLS_PATH names no tools',
      ),
    },
    {
      target: 'deb',
      flag: '--linux',
      ending: '.deb',
      skip: on('linux', hasRuntime && hasFpm, 'there is no fpm'),
    },
    { target: 'nsis', flag: '--win', ending: '.exe', skip: on('win32', hasRuntime, 'there is no runtime') },
    {
      target: 'portable',
      flag: '--win',
      ending: '.exe',
      skip: on('win32', hasRuntime, 'there is no runtime'),
    },
    {
      target: 'rpm',
      flag: '--linux',
      ending: '.rpm',
      skip: on('linux', hasRuntime && hasFpm, 'there is no fpm'),
    },
    { target: 'zip', flag: '--mac', ending: '.zip', skip: on('darwin', hasRuntime, 'there is no runtime') },
    { target: 'dmg', flag: '--mac', ending: '.dmg', skip: on('darwin', hasRuntime, 'there is no runtime') },
  ]) {
    test(target, { skip }, () => {
      const place = path.join(folder, target);
      execFileSync(
        process.execPath,
        [
          path.join(root, 'node_modules', 'electron-builder', 'cli.js'),
          ...[flag, target, '--publish', 'never', `-c.directories.output=${place}`],
          `-c.electronDist=${process.env.ELECTRON_OVERRIDE_DIST_PATH}`,
          '-c.extraMetadata.homepage=https://damson.org',
          '-c.linux.maintainer=Damson <packages@damson.org>',
        ],
        { cwd: root, env: { ...process.env, USE_SYSTEM_FPM: 'true' } },
      );
      assert.equal(readdirSync(place).filter((name) => name.endsWith(ending)).length, 1);
    });
  }
});

describe('the publisher’s addresses', () => {
  const homepage = 'https://damson.org';
  const maintainer = 'Damson <packages@damson.org>';
  for (const [name, addresses, expected] of [
    ['real ones', { homepage, maintainer }, []],
    ['none', { homepage: null, maintainer: undefined }, ['extraMetadata.homepage', 'linux.maintainer']],
    [
      'a homepage that leads nowhere',
      { homepage: 'https://damson.invalid', maintainer },
      ['extraMetadata.homepage'],
    ],
    [
      'a path below one',
      { homepage: 'https://www.example.com/damson', maintainer },
      ['extraMetadata.homepage'],
    ],
    ['a mailbox that leads nowhere', { homepage, maintainer: 'D <d@damson.invalid>' }, ['linux.maintainer']],
    ['a name without a mailbox', { homepage, maintainer: 'The founders' }, ['linux.maintainer']],
    ['a word that only contains one', { homepage: 'https://latest.org', maintainer }, []],
  ] as const) {
    test(name, () => assert.deepEqual(findPlaceholders(addresses), expected));
  }

  test('stop packaging while they are placeholders', () => {
    const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
    const runtime = path.join(folder, 'any-runtime');
    makeRuntime(runtime, wire);
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [
        ...[builder, '--dir', '--publish', 'never', `-c.electronDist=${runtime}`],
        `-c.directories.output=${path.join(folder, 'refused')}`,
      ],
      { cwd: root, encoding: 'utf8' },
    );
    assert.notEqual(status, 0);
    assert.match(stderr + stdout, /extraMetadata\.homepage and linux\.maintainer of electron-builder\.yml/);
  });
});

describe('fuses', () => {
  const context = (place: string) =>
    ({
      appOutDir: place,
      electronPlatformName: 'linux',
      packager: { appInfo: { productFilename: 'Damson' }, config: { linux: { executableName: 'electron' } } },
    }) as unknown as AfterPackContext;

  test('refuse a runtime with an unknown one, and leave it unchanged', async () => {
    const place = path.join(folder, 'newer');
    mkdirSync(place);
    const program = path.join(place, 'electron');
    writeFileSync(program, `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x0a${wire}1`);
    const before = readFileSync(program);
    await assert.rejects(afterPack(context(place)), /strictlyRequireAllFuses/);
    assert.deepEqual(readFileSync(program), before);
  });
});
