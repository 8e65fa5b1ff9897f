/** A character that no record can hold, and its displayed form. */
const nul = '\u0000';
const visible = '␀';

/** Every other character is a NUL: UTF-16 bytes captured as characters. */
const utf16 = /^(?:[^\0]\0){2,}[^\0]?$/;

/**
 * Takes a value of a plan, returns it with every text in a storable form, and adds the paths of changed ones to `changed`.
 * Returns the value itself when nothing changes.
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
