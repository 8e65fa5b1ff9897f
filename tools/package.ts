import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildApp, copyModule } from './build-app.ts';
import { compiledModules } from './list-components.ts';
import { fetchPackage, lockedIntegrity, lockedVersion } from './packages/registry.ts';

// `npm run package`: the packages of the desktop application for this system, for both kinds of processor. Further arguments
// go to electron-builder: `npm run package -- --x64`.

const root = path.resolve(import.meta.dirname, '..');
const place = path.join(root, 'dist', 'desktop');
const endings: Partial<Record<NodeJS.Platform, string>> = { linux: '-gnu', win32: '-msvc', darwin: '' };

const ending = endings[process.platform];
if (ending === undefined) throw new Error(`There are no packages for ${process.platform}`);

const app = buildApp();
rmSync(place, { recursive: true, force: true });
cpSync(app, place, { recursive: true });
for (const arch of ['x64', 'arm64']) {
  if (arch === process.arch) continue;
  for (const module of compiledModules) {
    const name = `${module}-${process.platform}-${arch}${ending}`;
    const target = path.join(place, 'node_modules', name);
    fetchPackage(name, lockedVersion(name), lockedIntegrity(name), target);
  }
  // The package has the compiled libraries of every processor.
  copyModule('node_modules/better-sqlite3', place, `${process.platform}-${arch}`);
}
const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
const args = [builder, '--publish', 'never', '-c.directories.app=dist/desktop', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
