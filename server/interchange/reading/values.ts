/** A JSON or YAML object. Its keys come from the file: read them by known names. */
export type Values = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text in an own field; numbers and booleans are written out. Null for a missing or empty one. */
export function readText(from: Values, name: string): string | null {
  const text = toText(readField(from, name));
  return text === '' ? null : text;
}

/** The value of an object's own field; inherited properties (`constructor`) don't count. */
export function readField(from: Values, name: string): unknown {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

/** The objects in a field that holds one or a list of them. */
export function readObjects(from: Values, name: string): Values[] {
  return toList(readField(from, name)).filter(isObject);
}

/** The texts in a field that holds one or a list of them. */
export function readTexts(from: Values, name: string): string[] {
  return toList(readField(from, name)).flatMap((item) => {
    const text = toText(item);
    return text === null || text === '' ? [] : [text];
  });
}

/** The number in a field, also as text; null for anything else, or if it is not finite. */
export function readNumber(from: Values, name: string): number | null {
  const value = readField(from, name);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function toList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The distinct techniques and tactics named in a text, in catalogue form: `attack.t1003.001`, `T1003/001`. */
export function findTags(text: string): string[] {
  const found = text.matchAll(/(?<![A-Za-z0-9])(?:TA(\d{4})|T(\d{4})(?:[./](\d{3}))?)(?!\d|[./]?\w)/gi);
  const tags = [...found].map(([, tactic, technique, sub]) => {
    if (tactic !== undefined) return `TA${tactic}`;
    return sub === undefined ? `T${technique}` : `T${technique}.${sub}`;
  });
  return [...new Set(tags)];
}

/** Unmapped value as a line of `leftover`; a text unchanged, anything else as JSON. */
export function toLeftover(label: string, value: unknown): string {
  return `${label}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Lines of `leftover` for an object's other fields; empty ones are skipped. */
export function listLeftovers(from: Values, known: readonly string[]): string[] {
  const rest = Object.entries(from).filter(([name, value]) => !known.includes(name) && !isEmpty(value));
  return rest.map(([name, value]) => toLeftover(name, value));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
