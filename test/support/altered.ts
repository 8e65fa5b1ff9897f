/** `text` with the character at `index` (from the end where negative) changed to another one, so that it never stays as it was. */
export function altered(text: string, index = 0): string {
  const at = index < 0 ? text.length + index : index;
  return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
}
