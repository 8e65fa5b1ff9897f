import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Makes Node load the program's modules from the bundle, in tests that import nothing else of the program; other tests would get
// two copies of each class.

const folder = new URL('.', import.meta.url).href;
const list = readFileSync(new URL('./bundled.json', import.meta.url), 'utf8');
const bundled = new Map(JSON.parse(list) as [source: string, url: string][]);
registerHooks({
  resolve(specifier, context, next) {
    // Playwright's own hooks come first, and resolve to a full address.
    const isRelative = specifier.startsWith('.') && context.parentURL !== undefined;
    const whole = isRelative ? new URL(specifier, context.parentURL).href : specifier;
    // Parts of the bundle import each other: nothing has to be looked up.
    const url = isRelative && whole.startsWith(folder) ? whole : bundled.get(whole);
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
});
