/** Everything that moves, hides or reorders what stands around it; line breaks and tabs are what they look like. */
const unseen =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** A text with its invisible characters written out, so that what is read is what is there. */
export function toVisibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unseen, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
