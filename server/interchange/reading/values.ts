/** An object of JSON or YAML. Its keys are the file's: read them by names that the reader knows. */
export type Values = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text that a field has as its own; numbers and truth values are written out. Null where there is none, or an empty one. */
export function readText(from: Values, name: string): string | null {
  const text = toText(readField(from, name));
  return text === '' ? null : text;
}

/** The value of a field of the object itself; what every object inherits (`constructor`) is none. */
export function readField(from: Values, name: string): unknown {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

/** The objects of a field that is a list of them, or one. */
export function readObjects(from: Values, name: string): Values[] {
  return toList(readField(from, name)).filter(isObject);
}

/** The texts of a field that is a list of them, or one. */
export function readTexts(from: Values, name: string): string[] {
  return toList(readField(from, name)).flatMap((item) => {
    const text = toText(item);
    return text === null || text === '' ? [] : [text];
  });
}

/** The number that a field has, also as a text; null for what is none, or not finite. */
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

/** The names of techniques and tactics in a text, in the form that the catalogue has, each once: `attack.t1003.001`, `T1003/001`. */
export function findTags(text: string): string[] {
  const found = text.matchAll(/(?<![A-Za-z0-9])(?:TA(\d{4})|T(\d{4})(?:[./](\d{3}))?)(?!\d|[./]?\w)/gi);
  const tags = [...found].map(([, tactic, technique, sub]) => {
    if (tactic !== undefined) return `TA${tactic}`;
    return sub === undefined ? `T${technique}` : `T${technique}.${sub}`;
  });
  return [...new Set(tags)];
}

/** Unmapped value as a line of `leftover`; a text unchanged, all else as JSON. */
export function toLeftover(label: string, value: unknown): string {
  return `${label}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Lines of `leftover` for what an object has beside these fields; what is empty says nothing. */
export function listLeftovers(from: Values, known: readonly string[]): string[] {
  const rest = Object.entries(from).filter(([name, value]) => !known.includes(name) && !isEmpty(value));
  return rest.map(([name, value]) => toLeftover(name, value));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
