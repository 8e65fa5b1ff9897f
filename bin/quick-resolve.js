// Half of a start went into finding modules: Node looks up files, links and package.json for each of seven hundred imports.
// A relative import of a whole file name, between modules of one package, is found by joining the two.
import { registerHooks } from 'node:module';

const packagesOfModules = /\/node_modules\/(?:kysely|zod)\//;

/** Whether what a module imports by a relative path is a module as well: in those packages, and in Damson's own code. */
function isModule(url) {
  return packagesOfModules.test(url) || !url.includes('/node_modules/');
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
