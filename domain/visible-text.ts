/** Characters that move, hide or reorder their surroundings. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
/** Line breaks and tabs are allowed in texts. */
const unseenInText = new RegExp(`(?![\\n\\t])${unseen.source}`, 'gu');

/** A single-line name without its invisible characters. */
export function dropUnseen(name: string): string {
  return name.replace(unseen, '');
}

/** A text with its invisible characters written out, so that everything in it can be read. */
export function toVisibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unseenInText, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
