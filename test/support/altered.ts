/** `text` with the character at `index` (from the end if negative) replaced by a different one. */
export function altered(text: string, index = 0): string {
  const at = index < 0 ? text.length + index : index;
  return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
}
