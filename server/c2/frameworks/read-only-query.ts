declare const variablesOf: unique symbol;

/** Values are passed as integers only. */
export type Variables = Record<string, number | readonly number[]>;

/** A GraphQL document proven to be read-only. */
export type ReadOnlyQuery<V> = { readonly document: string; readonly [variablesOf]?: V };

const proved = new WeakSet<object>();

/**
 * The only way to make a document that can be sent. Refuses (RangeError) anything but one named query; strings and comments are
 * refused too, so that they can't hide anything, and values are passed only as variables.
 */
export function proveReadOnly<V extends Variables>(document: string): ReadOnlyQuery<V> {
  const oneQuery =
    /^query [A-Za-z]\w*\s*(\([^(){}]*\))?\s*\{/.test(document) && countDefinitions(document) === 1;
  if (!oneQuery || /mutation|subscription|["'#`\\]/i.test(document)) {
    throw new RangeError('not a GraphQL document that only reads');
  }
  const query = Object.freeze({ document });
  proved.add(query);
  return query;
}

/** Number of top-level selections in a document; 0 when braces do not match or text follows the last one. */
function countDefinitions(document: string): number {
  let depth = 0;
  let count = 0;
  for (const character of document) {
    if (character === '{' || character === '(') depth++;
    if (character === '}' || character === ')') depth--;
    if (depth < 0) return 0;
    if (character === '}' && depth === 0) count++;
  }
  return depth === 0 && document.trimEnd().endsWith('}') ? count : 0;
}

/** Whether it came from `proveReadOnly`. */
export function isProved(query: object): boolean {
  return proved.has(query);
}
