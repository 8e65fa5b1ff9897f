// Half of a start went into finding modules: Node looks up files, links and package.json for each of seven hundred imports.
// A relative import of a whole file name, between modules of one package, is found by joining the two.
import { registerHooks } from 'node:module';

const packagesOfModules = /\/node_modules\/(?:kysely|zod)\//;
/** Where Damson lies: installed by npm, that is below a node_modules too. */
const own = new URL('../', import.meta.url).href;

/** Whether what a module imports by a relative path is a module as well: in those packages, and in Damson's own code. */
function isModule(url) {
  if (packagesOfModules.test(url)) return true;
  return url.startsWith(own) && !url.includes('node_modules/', own.length);
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL !== undefined) {
      if (specifier.endsWith('.ts')) {
        const url = new URL(specifier, context.parentURL).href;
        return { url, format: 'module-typescript', shortCircuit: true };
      }
      if (specifier.endsWith('.js') && isModule(context.parentURL)) {
        const url = new URL(specifier, context.parentURL).href;
        return { url, format: 'module', shortCircuit: true };
      }
    }
    return next(specifier, context);
  },
});
