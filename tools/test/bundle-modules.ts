import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { bundleOptions } from '../bundle-options.ts';
import { root, toPlace } from './place.ts';

const folder = path.join(root, 'node_modules', '.cache', 'bundled-modules');

/** Modules imported by tests, and the entries of threads and the command. */
const importers = ['test/**/*.ts', 'bin/damson.js', 'server/**/*-thread.js'];
const imported = /^(?:import|export) (?!type )[^;']*? from '(\.[^']+)'|import\('(\.[^']+)'\)/gm;

const loader = path.join(folder, 'load-bundled.mjs');

/**
 * Bundles the program modules imported by tests, so that a test's process reads a few files instead of about a thousand. Returns
 * the loader for Node's `--import`.
 */
export function bundleModules(): string {
  // In a separate process, because Vite changes its environment.
  execFileSync(process.execPath, [import.meta.filename], { cwd: root, stdio: ['ignore', 2, 2] });
  return loader;
}

async function bundle(): Promise<void> {
  const places = listImported();
  await build(
    bundleOptions({
      entries: {
        'load-bundled': path.join(import.meta.dirname, 'load-bundled.ts'),
        ...Object.fromEntries(places.map((place) => [nameOf(place), path.join(root, place)])),
      },
      folder,
      plugins: [placesOfSources, quickPasswords],
      build: { emptyOutDir: true },
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' },
    }),
  );
  const bundled = places.map((place) => [
    pathToFileURL(path.join(root, place)).href,
    pathToFileURL(path.join(folder, `${nameOf(place)}.mjs`)).href,
  ]);
  writeFileSync(path.join(folder, 'bundled.json'), JSON.stringify(bundled));
}

function listImported(): string[] {
  const found = globSync(importers, { cwd: root }).flatMap((importer) => {
    const text = readFileSync(path.join(root, importer), 'utf8');
    return [...text.matchAll(imported)].map(([, ...names]) =>
      toPlace(path.resolve(root, path.dirname(importer), names.find((name) => name !== undefined) ?? '')),
    );
  });
  return [...new Set(found)].filter((place) => isOfProgram(place) && place.endsWith('.ts')).sort();
}

const isOfProgram = (place: string): boolean => /^(?:domain|main|server)\//.test(place);

const nameOf = (place: string): string => place.slice(0, -path.extname(place).length);

/** Keeps `import.meta.url`, so that a module finds the files next to its source. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!isOfProgram(toPlace(id)) || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/**
 * Hashes passwords at the lowest cost: most tests make people and sign them in. The shipped program and `passwords.test.ts` have
 * the real cost.
 */
const quickPasswords: Plugin = {
  name: 'quick-passwords',
  enforce: 'pre',
  transform(code, id) {
    if (toPlace(id) !== 'server/accounts/passwords.ts') return null;
    const quick = code.replace(/memoryCost: [\d_]+, timeCost: \d+/, 'memoryCost: 8, timeCost: 1');
    if (quick === code) throw new Error(`${id} states no cost`);
    return quick;
  },
};

if (import.meta.main) await bundle();
