export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * The canonical JSON text of a value (RFC 8785): names ordered by UTF-16 units, no whitespace. Throws on values without a JSON
 * form: a number that is not finite, a lone surrogate.
 */
export function toCanonical(value: Json): string {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('a lone surrogate has no canonical form');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical form`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  const fields = value as { readonly [name: string]: Json };
  const names = Object.keys(fields).sort();
  return `{${names.map((name) => `${toCanonical(name)}:${toCanonical(fields[name] as Json)}`).join(',')}}`;
}
