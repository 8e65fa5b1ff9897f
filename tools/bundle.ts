import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, transformWithOxc } from 'vite';
import { bundleOptions } from './bundle-options.ts';
import { licencesFile } from './list-components.ts';

// `node tools/bundle.ts <folder>`

const root = path.resolve(import.meta.dirname, '..');

/** Entry files: the command, the processes of the desktop application, and threads. */
const started = ['bin/damson.js', 'main/main.ts', 'main/server-conversation.ts', 'server/*/**/*-thread.js'];

/** Path of a program module below the root; null for a library's. */
function placeOf(module: string): string | null {
  const place = path.relative(root, module).split(path.sep).join('/');
  return /^(?:bin|domain|main|server)\//.test(place) ? place : null;
}

/**
 * Bundles the program into a folder as a few files of plain JavaScript, including libraries: entry files at the place of their
 * source, shared parts in `server/parts`, or `main/parts` for the desktop's. Fails when an import is missing.
 */
async function bundleProgram(target: string): Promise<void> {
  const entries = globSync(started, { cwd: root }).map((file) => [
    file.slice(0, -path.extname(file).length).split(path.sep).join('/'),
    path.join(root, file),
  ]);
  await build(
    bundleOptions({
      entries: Object.fromEntries(entries),
      folder: target,
      plugins: [placesOfSources],
      build: { license: { fileName: licencesFile } },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.some((module) => placeOf(module)?.startsWith('main/')) ? 'main' : 'server'}/parts/[name]-[hash].js`,
      },
    }),
  );
  await addLicencesFromReadmes(path.join(target, licencesFile));
  // Threads receive this file's text.
  const hooks = path.join(root, 'server', 'program-hooks.ts');
  const text = await transformWithOxc(await readFile(hooks, 'utf8'), hooks, { sourcemap: false });
  await writeFile(path.join(target, 'server', 'program-hooks.js'), text.code);
  // A page's preload has to be a CommonJS script.
  const preload = path.join(root, 'main', 'preload.cts');
  const { code } = await transformWithOxc(await readFile(preload, 'utf8'), preload, { sourcemap: false });
  // It would count as a module because it imports types.
  await writeFile(path.join(target, 'main', 'preload.cjs'), code.replace(/^export \{\};$/m, ''));
}

/** Some libraries have their licence in their README, or only name it. */
async function addLicencesFromReadmes(file: string): Promise<void> {
  const parts = (await readFile(file, 'utf8')).split(/^(?=## )/m);
  const whole = parts.map(async (part) => {
    const name = /^## (\S+) - .*\s*$/.exec(part)?.[1];
    if (name === undefined) return part;
    const readme = await readFile(path.join(root, 'node_modules', name, 'README.md'), 'utf8');
    const licence = /^#+ licen[cs]e\s+([^#]+)/im.exec(readme)?.[1];
    return licence === undefined ? part : `${part.trimEnd()}\n\n${licence.trim()}\n\n`;
  });
  await writeFile(file, (await Promise.all(whole)).join(''));
}

const mark = '__urlOfSource__';

/** `import.meta.url` stays the location of the source below the program's folder, whatever file the module is bundled into. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    const place = placeOf(id);
    if (place === null || !code.includes('import.meta.')) return null;
    if (/import\.meta\.(?!url)/.test(code)) this.error(`${place} asks import.meta for more than its url`);
    return code.replaceAll('import.meta.url', `${mark}(${JSON.stringify(place)})`);
  },
  renderChunk(code, { fileName }) {
    if (!code.includes(mark)) return null;
    return code.replaceAll(new RegExp(`${mark}\\("([^"]+)"\\)`, 'g'), (_, place: string) => {
      const there = path.posix.relative(path.posix.dirname(fileName), place);
      return `new URL(${JSON.stringify(there)}, import.meta.url)`;
    });
  },
};

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('which folder?');
await bundleProgram(path.resolve(target));
