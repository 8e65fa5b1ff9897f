import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

type Lock = { packages: Record<string, { version: string; dev?: boolean }> };
type Component = { name: string; version: string; purl?: string };
type Bom = { components: Component[]; serialNumber?: string; metadata: { timestamp?: string } };

/**
 * The software bill of materials of what ships, as a CycloneDX document: the modules that the program needs, the libraries that
 * are bundled into the interface, whose licences tell which they are, and the `runtime` that is packed with it.
 */
export function listComponents(runtime: 'electron' | null): string {
  const { serialNumber: _, ...bom } = readBom();
  // npm's own `--omit=dev` also leaves out what a tool needs as well.
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  const needed = new Set(
    Object.entries(lock.packages)
      .filter(([place, { dev }]) => place !== '' && dev !== true)
      .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`),
  );
  const licences = readFileSync(path.join(root, 'dist', 'renderer', 'licences.txt'), 'utf8');
  const installed = runtime === null ? undefined : lock.packages[`node_modules/${runtime}`];
  if (installed !== undefined) needed.add(`${runtime}@${installed.version}`);
  for (const [, name, version] of licences.matchAll(/^## (\S+) - (\S+)/gm)) needed.add(`${name}@${version}`);
  // The same sources have the same bill.
  const { timestamp: __, ...metadata } = bom.metadata;
  const components = bom.components.filter((component) => needed.has(nameWithVersion(component)));
  return `${JSON.stringify({ ...bom, metadata, components, dependencies: undefined }, null, 2)}\n`;
}

function readBom(): Bom {
  const isWindows = process.platform === 'win32';
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const text = execFileSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(text) as Bom;
}

function nameWithVersion({ name, version }: Component): string {
  return `${name}@${version}`;
}
