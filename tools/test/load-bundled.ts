import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Has Node load modules of the program from where they are bundled, in tests that import nothing else of it: others would meet classes
// twice.

const list = readFileSync(new URL('./bundled.json', import.meta.url), 'utf8');
const bundled = new Map(JSON.parse(list) as [source: string, url: string][]);
registerHooks({
  resolve(specifier, context, next) {
    const url =
      specifier.startsWith('.') && context.parentURL !== undefined
        ? bundled.get(new URL(specifier, context.parentURL).href)
        : undefined;
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
});
