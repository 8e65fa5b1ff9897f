import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rollup } from 'vite';

const licencesFile = 'licences.txt';

/** Adds licences that Vite does not list; `list` takes the files of the bundle. */
const addLicences = (name: string, list: (bundle: Rollup.OutputBundle) => string): Plugin => ({
  name,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const licences = bundle[licencesFile];
      if (licences?.type === 'asset') licences.source += list(bundle);
    },
  },
});

type About = { name: string; version: string; license: string };
const write = ({ name, version, license }: About, text: string) =>
  `\n## ${name} - ${version} (${license})\n\n${text.trim()}\n`;

/** Vite lists only the licences of scripts. */
const licencesOfTypefaces = addLicences('licences-of-typefaces', (bundle) => {
  const sources = Object.values(bundle).flatMap((file) =>
    file.type === 'asset' ? file.originalFileNames : [],
  );
  const folders = sources.flatMap(
    (source) => /^.*node_modules\/@fontsource-variable\/[^/]+/.exec(source) ?? [],
  );
  return [...new Set(folders)]
    .map((folder) => {
      const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, folder, name), 'utf8');
      return write(JSON.parse(read('package.json')), read('LICENSE'));
    })
    .join('');
});

/** The terminal of replayed recordings, as an ES module: its package names a file for that which is not there. */
const terminal = '@xterm/headless/lib-headless/xterm-headless.mjs';

/** Vite lists no licence of a thread, and the terminal's package has no file with one. */
const licenceOfTerminal = addLicences('licence-of-terminal', () => {
  const read = (file: string) =>
    readFileSync(path.resolve(import.meta.dirname, '../node_modules', file), 'utf8');
  const about: About = JSON.parse(read('@xterm/headless/package.json'));
  const [authors = ''] = read(terminal).split('*/', 1);
  const copyrights = authors.match(/Copyright .*/g) ?? [];
  // The licence of MIT is the same for all but the copyright.
  const text = /^Permission is hereby granted[\s\S]+/m.exec(read('react/LICENSE'))?.[0];
  if (copyrights.length === 0 || text === undefined) throw new Error(about.name);
  return write(about, `${copyrights.join('\n')}\n\n${text}`);
});

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), licencesOfTypefaces, licenceOfTerminal],
  resolve: { alias: { '@xterm/headless': terminal } },
  css: { postcss: { plugins: [(await import('postcss-preset-mantine')).default()] } },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // Bundled packages require their licences to be included.
    license: { fileName: licencesFile },
    target: 'es2023',
    // Inlined files would require `data:` in the content security policy for more than images.
    assetsInlineLimit: 0,
    // If a separate style sheet failed to load, its page would lack it until a reload.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Puts modules shared by several pages into one file: by default there are forty, each requested when a page opens.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            // The guide and written texts share it, but most pages show neither.
            { name: 'markdown-parser', test: /[\\/]node_modules[\\/](?:micromark|mdast-util)/, priority: 1 },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
