/** Texts that no record can hold, and how they are shown instead. */
const nul = '\u0000';
const visible = '␀';

/** Every other character a NUL: the bytes of UTF-16, taken for characters by what captured them. */
const utf16 = /^(?:[^\0]\0){2,}[^\0]?$/;

/**
 * Takes a value of a plan, returns it with every text in a form that a record can hold, and puts the places of those that were changed
 * into `changed`. Returns the value itself where nothing is to be changed.
 */
export function hold<T>(value: T, changed: string[], path: readonly string[] = []): T {
  if (typeof value === 'string') {
    if (!value.includes(nul) && value.isWellFormed()) return value;
    changed.push(path.join('.'));
    const plain = utf16.test(value) ? value.replaceAll(nul, '') : value.replaceAll(nul, visible);
    return plain.toWellFormed() as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | null = null;
  for (const [name, inner] of Object.entries(value)) {
    const held = hold(inner, changed, [...path, name]);
    if (held === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = held;
  }
  return (copy ?? value) as T;
}
