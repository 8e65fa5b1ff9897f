import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Has Node load modules of the program from where they are bundled. A unit's tests import what nobody bundled too, and would meet
// classes twice: they load their sources.

const isUnit = /\.test\.ts$/.test(process.argv[1] ?? '') && !/[/\\]test[/\\]/.test(process.argv[1] ?? '');
if (!isUnit) {
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
}
