import path from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { outside } from './list-components.ts';

export type Bundle = {
  /** Files that others start or import, by their name in the folder. */
  entries: Readonly<Record<string, string>>;
  folder: string;
  plugins: readonly Plugin[];
  /** Options as in `vite build`; by default the bundle is added to the folder's content. */
  build?: InlineConfig['build'];
  output: { entryFileNames: string; chunkFileNames: string | ((chunk: { moduleIds: string[] }) => string) };
};

/** Options for bundling the program's modules, including libraries, with the same behaviour as their sources. */
export function bundleOptions({ entries, folder, plugins, build, output }: Bundle): InlineConfig {
  return {
    root: path.resolve(import.meta.dirname, '..'),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...outside, 'electron'] },
    plugins: [englishAlone, ...plugins],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'es2024',
      minify: false,
      rolldownOptions: {
        input: { ...entries },
        // Keeps entry files separate, because importing one would start it again.
        preserveEntrySignatures: 'strict',
        // Keeps calls with unused results, which may throw: `decodeURIComponent` of a path, for example.
        treeshake: false,
        output: {
          // Keeps the names in errors and stack traces.
          keepNames: true,
          // Runs polyfills before the libraries that need them, in whichever file they are.
          strictExecutionOrder: true,
          minify: false,
          ...output,
        },
      },
      ...build,
    },
  };
}

/** Leaves out what a library says in fifty other languages: the program says it itself, and each start would read it. */
const englishAlone: Plugin = {
  name: 'english-alone',
  load: (id) =>
    /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/.test(id) ? "export { default as en } from './en.js';" : null,
};
