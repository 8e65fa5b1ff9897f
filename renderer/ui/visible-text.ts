/** Everything that moves, hides or reorders what stands around it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** A text with its invisible characters written out, so that what is read is what is there. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unseen, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
