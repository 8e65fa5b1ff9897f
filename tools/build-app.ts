import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buildInterface, newestIn } from './build-if-needed.ts';
import { listComponents, outside, placesOutside } from './list-components.ts';

const root = path.resolve(import.meta.dirname, '..');
const app = path.join(root, 'dist', 'app');

/** Sources of the application. */
const sources = [
  'server',
  'domain',
  'main',
  'bin',
  'resources',
  'package.json',
  'package-lock.json',
  'tools/build-app.ts',
  'tools/bundle.ts',
  'tools/bundle-options.ts',
  'tools/list-components.ts',
  'LICENSE',
  'dist/renderer',
];

/** The picture is the window's icon on systems that don't take it from the program. */
const resources = [
  'attack-enterprise-19.1.json',
  'attack-successors.json',
  'attack-threats-18.1.json',
  'inter',
  'report-template.de.docx',
  'report-template.docx',
  'report-template.fr.docx',
  'icons/linux/256x256.png',
];

/** Parts of unbundled modules that never run: sources, types, documentation, and libraries for other systems. */
const notRun = [
  /\.(?:md|markdown|map|ts|mts|cts|c|cc|cpp|h|gyp|gypi)$/,
  /\/(?:tsconfig|package-support)\.json$/,
  /^node_modules\/better-sqlite3\/(?:deps|src)$/,
  /\/(?:tests?|tools|\..+)$/,
];

/** Properties of the package needed by the program or its installer. */
const kept = ['name', 'version', 'description', 'license', 'author', 'type', 'bin'] as const;

/**
 * Builds the application below `dist/app`, unless nothing has changed since the last time: the program as a few files of plain
 * JavaScript, next to the built interface, the resources and the native modules. Returns the folder; throws when the program
 * can't be bundled.
 */
export function buildApp(): string {
  buildInterface();
  if (isUpToDate()) return app;
  process.stderr.write('Building the application…\n');
  // Builds next to the finished one, so that nobody sees an incomplete one or obsolete files.
  const fresh = `${app}.${process.pid}`;
  const started = new Date();
  try {
    execFileSync(process.execPath, [path.join(root, 'tools', 'bundle.ts'), fresh], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
    for (const name of resources)
      cpSync(path.join(root, 'resources', name), path.join(fresh, 'resources', name), { recursive: true });
    for (const module of placesOutside('installed')) copyModule(module, fresh);
    copyInterface(path.join(fresh, 'dist', 'renderer'));
    cpSync(path.join(root, 'LICENSE'), path.join(fresh, 'LICENSE'));
    writeFileSync(path.join(fresh, 'sbom.cdx.json'), listComponents(fresh, 'electron'));
    const stamp = path.join(fresh, 'package.json');
    writeFileSync(stamp, packageOfApp());
    // A source that changes during the build counts as newer than the build.
    utimesSync(stamp, started, started);
    replaceBy(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return app;
}

/**
 * Copies the interface once it stays unchanged, because another program may be rebuilding it, which starts by emptying its
 * folder.
 */
function copyInterface(target: string): void {
  const built = path.join(root, 'dist', 'renderer');
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      const before = newestIn(built);
      cpSync(built, target, { recursive: true });
      if (existsSync(path.join(target, 'index.html')) && newestIn(built) === before) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    rmSync(target, { recursive: true, force: true });
    if (performance.now() > deadline) throw new Error('dist/renderer is never whole');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
}

/** Copies the parts of a module that run on a system (`linux-x64`), by default this one. */
export function copyModule(
  module: string,
  target: string,
  system = `${process.platform}-${process.arch}`,
): void {
  cpSync(path.join(root, module), path.join(target, module), {
    recursive: true,
    filter: (source) => {
      const name = path.relative(root, source).split(path.sep).join('/');
      const isNested = name.slice(module.length).startsWith('/node_modules');
      return !isNested && !notRun.some((pattern) => pattern.test(name)) && !isForAnotherSystem(name, system);
    },
  });
}

function isForAnotherSystem(name: string, system: string): boolean {
  const built = /\/prebuilds\/([^/]+)\.node$/.exec(name)?.[1];
  return built !== undefined && built.replace('linuxmusl', 'linux') !== system;
}

function isUpToDate(): boolean {
  const stamp = statSync(path.join(app, 'package.json'), { throwIfNoEntry: false });
  const newest = Math.max(...sources.map((name) => newestIn(path.join(root, name))));
  return stamp !== undefined && newest < stamp.mtimeMs;
}

function packageOfApp(): string {
  const whole = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const own = Object.fromEntries(kept.map((name) => [name, whole[name]]));
  const commit = readCommit();
  const dependencies = Object.fromEntries(outside.map((name) => [name, whole.dependencies[name]]));
  return `${JSON.stringify({ ...own, ...(commit && { commit }), dependencies, main: 'main/main.js', desktopName: 'damson.desktop' }, null, 2)}\n`;
}

/** The commit of the build; null outside of a repository. */
function readCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** Replaces the application; of several simultaneous builds, the last one stays. */
function replaceBy(fresh: string): void {
  const old = `${fresh}.old`;
  for (;;) {
    try {
      rmSync(old, { recursive: true, force: true });
      if (existsSync(app)) renameSync(app, old);
      renameSync(fresh, app);
      break;
    } catch (error) {
      // Another build has moved or removed it in between.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code)))
        throw error;
      if (!existsSync(fresh)) throw error;
    }
  }
  rmSync(old, { recursive: true, force: true });
}

if (import.meta.main) buildApp();
