import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { newestIn } from '../../tools/build-if-needed.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const stageFolder = path.join(root, 'dist', 'stage');
const built = path.join(stageFolder, 'index.html');
const sources = ['renderer', 'domain', 'docs/guide', 'test/components/stage', 'package-lock.json'];

/** Builds the stage if it has not been built, or its sources have changed since. */
async function buildStage(): Promise<void> {
  const newest = Math.max(...sources.map((source) => newestIn(path.join(root, source))));
  if (existsSync(built) && newest <= statSync(built).mtimeMs) return;
  await build({
    configFile: path.join(root, 'renderer', 'vite.config.ts'),
    root: path.join(import.meta.dirname, 'stage'),
    base: '/stage/',
    logLevel: 'warn',
    build: {
      outDir: stageFolder,
      license: false,
      minify: false,
      chunkSizeWarningLimit: 20_000,
      // Everything is available once the page has loaded.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default buildStage;
