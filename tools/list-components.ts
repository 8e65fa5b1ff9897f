import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from './packages/npm.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Native modules of the program, which can't be bundled and are installed next to it. */
export const outside: readonly string[] = ['@napi-rs/image', '@node-rs/argon2', 'better-sqlite3'];

/** Compiled modules with a package for each system. */
export const compiledModules: readonly string[] = ['@napi-rs/image', '@node-rs/argon2'];

/** In the program's folder: the licences of its bundled libraries, each with a heading. */
export const licencesFile = 'licences.txt';

type Locked = {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Locked> };
type Component = { name: string; version: string; purl?: string };
type Bom = { components: Component[]; serialNumber?: string; metadata: { timestamp?: string } };

const readLock = (): Lock => JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/** Paths of the modules installed next to the program, relative to the root: on any system or, with `installed`, on this one. */
export function placesOutside(which: 'any' | 'installed'): string[] {
  const { packages } = readLock();
  const places = new Set(outside.map((name) => `node_modules/${name}`));
  for (const place of places) {
    const { dependencies, optionalDependencies } = packages[place] as Locked;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = `${place}/node_modules/${name}`;
      places.add(nested in packages ? nested : `node_modules/${name}`);
    }
  }
  return [...places].filter((place) => which === 'any' || existsSync(path.join(root, place)));
}

/**
 * The software bill of materials of the shipped program, as a CycloneDX document: the modules next to the program in `folder`,
 * the libraries bundled into it and into the interface, identified by their licences, and the `runtime` packed with it.
 */
export function listComponents(folder: string, runtime: 'electron' | 'node' | null): string {
  const { serialNumber: _, ...bom } = readBom();
  const { packages } = readLock();
  const needed = new Set(
    placesOutside('any').map(
      (place) => `${place.replace(/^.*node_modules\//, '')}@${packages[place]?.version}`,
    ),
  );
  for (const place of [licencesFile, 'dist/renderer/licences.txt']) {
    const licences = readFileSync(path.join(folder, place), 'utf8');
    for (const [, name, version] of licences.matchAll(/^## (\S+) - (\S+)/gm))
      needed.add(`${name}@${version}`);
  }
  const installed = runtime === null ? undefined : packages[`node_modules/${runtime}`];
  if (installed !== undefined) needed.add(`${runtime}@${installed.version}`);
  // Without the time, so that the same sources give the same bill.
  const { timestamp: __, ...metadata } = bom.metadata;
  const components = bom.components.filter((component) => needed.has(nameWithVersion(component)));
  return `${JSON.stringify({ ...bom, metadata, components, dependencies: undefined }, null, 2)}\n`;
}

function readBom(): Bom {
  return JSON.parse(
    npm(root, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'),
  ) as Bom;
}

function nameWithVersion({ name, version }: Component): string {
  return `${name}@${version}`;
}
