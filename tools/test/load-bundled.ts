import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Makes Node load the program's modules from the bundle, in tests that import nothing else of the program; other tests would get
// two copies of each class.

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
