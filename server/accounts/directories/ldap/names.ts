/** An escaped character: pairs of hex digits are bytes of UTF-8. */
const escaped = /\\(?:([0-9a-f]{2}(?:\\[0-9a-f]{2})*)|([\s\S]))/gi;

/**
 * A distinguished name in a form in which equal names are equal texts: without case, without blanks around separators, and with
 * one way to escape. Null for what is no such name.
 */
export function toNameKey(dn: string): string | null {
  const plain = dn.replace(escaped, (_all, bytes: string | undefined, char: string | undefined) =>
    bytes === undefined
      ? protect(char ?? '')
      : protect(Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8')),
  );
  const names = plain.split(/[,;]/).map((name) => {
    const pairs = name.split('+').map((pair) => {
      const [, attribute, value] = /^ *([a-z][\w.-]*|\d[\d.]*) *= *(.*?) *$/is.exec(pair) ?? [];
      return attribute === undefined || value === undefined ? null : `${attribute}=${value}`;
    });
    return pairs.includes(null) ? null : pairs.toSorted().join('+');
  });
  return names.includes(null) ? null : names.join(',').normalize('NFC').toLowerCase();
}

/** Separators and blanks in values get stand-ins of the private use area while the name is taken apart, and keep them. */
function protect(text: string): string {
  return text.replaceAll(/[,;+= \\]/g, (char) => String.fromCodePoint(0xe000 + char.charCodeAt(0)));
}
