import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { npm } from './npm.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

type Locked = { version: string; integrity?: string };
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** The version of a package in the lock file. */
export function lockedVersion(name: string): string {
  const version = lock.packages[`node_modules/${name}`]?.version;
  if (version === undefined) throw new Error(`package-lock.json has no ${name}`);
  return version;
}

/** The digest of a package in the lock file, in npm's form (`sha512-…`). */
export function lockedIntegrity(name: string): string {
  const integrity = lock.packages[`node_modules/${name}`]?.integrity;
  if (integrity === undefined) throw new Error(`package-lock.json has no digest of ${name}`);
  return integrity;
}

/**
 * Fetches a package from the npm registry, or npm's cache, and unpacks it into `folder`. Throws when it is unavailable, or does
 * not match the expected `integrity`.
 */
export function fetchPackage(name: string, version: string, integrity: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  let said: string;
  try {
    said = npm(folder, 'pack', `${name}@${version}`, '--json', '--prefer-offline');
  } catch (cause) {
    throw new Error(`${name}@${version} can’t be fetched from the npm registry`, { cause });
  }
  const [packed] = JSON.parse(said) as [{ filename: string; integrity: string }];
  if (packed.integrity !== integrity) {
    throw new Error(`${name}@${version} has the digest ${packed.integrity}, and ${integrity} is expected`);
  }
  execFileSync('tar', ['xzf', packed.filename, '--strip-components=1'], { cwd: folder });
  rmSync(path.join(folder, packed.filename));
}
