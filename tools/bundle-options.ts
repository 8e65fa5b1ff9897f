import path from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { outside } from './list-components.ts';

export type Bundle = {
  /** Files started or imported by others, by their name in the folder. */
  entries: Readonly<Record<string, string>>;
  folder: string;
  plugins: readonly Plugin[];
  /** As in `vite build`; the defaults bundle beside what the folder holds. */
  build?: InlineConfig['build'];
  output: { entryFileNames: string; chunkFileNames: string | ((chunk: { moduleIds: string[] }) => string) };
};

/** Options for bundling the program's modules, including libraries, so that they behave like their sources. */
export function bundleOptions({ entries, folder, plugins, build, output }: Bundle): InlineConfig {
  return {
    root: path.resolve(import.meta.dirname, '..'),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...outside, 'electron'] },
    plugins: [...plugins],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'es2024',
      minify: false,
      rolldownOptions: {
        input: { ...entries },
        // An import of an entry file would start it again.
        preserveEntrySignatures: 'strict',
        // A call whose result nobody uses may still throw: `decodeURIComponent` of a path, for one.
        treeshake: false,
        output: {
          // Errors and their traces keep their names.
          keepNames: true,
          // A polyfill before the library that needs it, wherever the two end up.
          strictExecutionOrder: true,
          minify: false,
          ...output,
        },
      },
      ...build,
    },
  };
}
