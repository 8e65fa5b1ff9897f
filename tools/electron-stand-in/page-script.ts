import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { blankPage } from './chromium.ts';
import type { PageSettings } from './page-side.ts';

/** Random names of the bindings between page and stand-in, which no page can guess. */
export const binding = `b${randomBytes(12).toString('hex')}`;
export const door = `d${randomBytes(12).toString('hex')}`;
const pageSources = ['wire.ts', 'page-side.ts'].map((name) => {
  const source = readFileSync(new URL(name, import.meta.url), 'utf8');
  return stripTypeScriptTypes(source)
    .replaceAll(/^export /gm, '')
    .replaceAll(/^import .*$/gm, '');
});

/** Script that runs before any of the page's: the page's half of the stand-in, including the preload. */
export function pageScript(preload: string | null, argv: readonly string[]): string {
  const settings: PageSettings = {
    binding,
    door,
    blankPage,
    hasPreload: preload !== null,
    process: {
      platform: process.platform,
      arch: process.arch,
      versions: { electron: process.versions.electron },
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      argv: [...argv],
      env: {},
    },
  };
  const source = preload === null ? '' : readFileSync(preload, 'utf8');
  const run = `function (require, module, exports, process) {${source}\n}`;
  return `(() => {${pageSources.join('\n')}\ninstallPageSide(${JSON.stringify(settings)}, ${run});})();`;
}
