import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './place.ts';

const folder = path.join(root, 'node_modules', '.cache', 'test-groups');

type Bounds = {
  expected: (file: string) => number;
  /** About how many expected seconds a group has; 0 for a group of each file. */
  most: number;
  /** Groups that run at a time. */
  atOnce: number;
};

/** Puts files, longest first, into groups of about the same expected seconds, so many that those that run at a time end together. */
export function groupFiles(files: readonly string[], { expected, most, atOnce }: Bounds): string[][] {
  if (most === 0) return files.map((file) => [file]);
  const total = files.reduce((sum, file) => sum + expected(file), 0);
  const rounds = Math.max(1, Math.round(total / most / atOnce));
  const groups = Array.from({ length: rounds * atOnce }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files) {
    const [least] = groups.toSorted((one, other) => one.seconds - other.seconds);
    least?.files.push(file);
    if (least !== undefined) least.seconds += expected(file);
  }
  return groups.map((group) => group.files).filter((group) => group.length > 0);
}

/**
 * Node's runner follows every promise to the test that made it, which takes a tenth of the processor time of a server under test. It
 * needs to only until it knows all suites; afterwards, errors that nothing catches belong to the file that runs.
 */
const beginning = `
import hooks from 'node:async_hooks';
const { createHook } = hooks;
let follower;
hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  follower = createHook(callbacks);
  return follower;
};
const { after, before, describe } = await import('node:test');
const uncaught = [];
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => uncaught.push(error ?? new Error(event)));
const begin = () => follower?.disable();
const end = async () => {
  // A rejection is told to be unhandled a turn later.
  await new Promise(setImmediate);
  const [error] = uncaught.splice(0);
  if (error !== undefined) throw error;
};
`;

/** Writes the module that runs these files one after the other, each as a suite with its name, and returns its path. */
export function writeGroup(files: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  const module = path.join(folder, `${files[0]?.replaceAll('/', '-')}-${files.length}.mjs`);
  const suites = files.map((file) => {
    const url = pathToFileURL(path.join(root, file)).href;
    return `describe(${JSON.stringify(file)}, async () => { before(begin); after(end); await import(${JSON.stringify(url)}); });`;
  });
  writeFileSync(module, [beginning, ...suites, ''].join('\n'));
  return module;
}
