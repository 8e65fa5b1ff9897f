// Imports nothing from the program: threads get its text, so that it runs even if its file is gone.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { KeptProgram } from './kept-program.ts';

/** Symbol under which the program's modules find `read` of the kept files, in any thread. */
export const readKept: unique symbol = Symbol.for('damson.program.read');

/** For a CommonJS `.js`, Node reads the package.json from disk, which may belong to another version. */
const renamed = '.cjs';

/**
 * From here on, loads modules from the kept files of the program, even if those on disk change. A thread has loaded none before.
 */
export function loadFromKept({ bytes, places }: KeptProgram, isThread: boolean): void {
  const all = new Uint8Array(bytes);
  const read = (url: string): Uint8Array<ArrayBuffer> | undefined => {
    const place = places.get(url);
    // A copy: shared memory is not accepted everywhere.
    return place === undefined ? undefined : all.slice(place.start, place.end);
  };
  const find = (url: string): string | undefined =>
    ['', '.js', '.json', '.node', '/index.js'].map((end) => url + end).find((name) => places.has(name));
  const toKept = (url: string): string =>
    url.endsWith(`.js${renamed}`) ? url.slice(0, -renamed.length) : url;

  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL === undefined ? undefined : toKept(context.parentURL);
      let url = places.get(specifier)?.module;
      if (specifier.startsWith('file:')) url = find(specifier);
      else if (specifier.startsWith('/')) url = find(pathToFileURL(specifier).href);
      else if (/^\.{1,2}\//.test(specifier) && parent !== undefined && places.has(parent))
        url = find(new URL(specifier, parent).href);
      if (url === undefined) return next(specifier, context);
      const format = places.get(url)?.format;
      if (isThread && format === 'commonjs' && url.endsWith('.js')) url += renamed;
      return { url, shortCircuit: true, ...(format && { format }) };
    },
    load(url, context, next) {
      const name = toKept(url);
      const format = places.get(name)?.format;
      if (format === undefined) return next(url, context);
      return { format, source: read(name), shortCircuit: true };
    },
  });
  Object.assign(globalThis, { [readKept]: read });
}
