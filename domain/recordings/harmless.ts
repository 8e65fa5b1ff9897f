// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control sequences are what this is about

/** Ends a run of plain characters: controls, and characters that hide or reorder others. */
const special = /[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Sequences of one character after the escape: cursor kept and restored, lines, tab stops, keypad, reset. */
const singles = new Set('78DEMH=>c');
/** Sequences that move the cursor, erase, scroll and colour. What answers, resizes, prints or names a window is not among them. */
const plain = new Set('@ABCDEFGHIJKLMPSTXZ`abdefghlmrsu');
const privately = new Set('JKhl');
/** No movement of a terminal is longer. */
const mostSteps = 1000;

type State = 'text' | 'escape' | 'sequence' | 'string' | 'string escape';

/**
 * Passes the output of a terminal through, with only the sequences that draw: links, titles, the clipboard, pictures, questions to
 * the terminal and unknown ones are dropped. Sequences may be cut anywhere between two calls.
 */
export class HarmlessOutput {
  #state: State = 'text';
  #held = '';

  take(text: string): string {
    const kept: string[] = [];
    let place = 0;
    while (place < text.length) {
      if (this.#state === 'text') {
        special.lastIndex = place;
        const at = special.exec(text)?.index ?? text.length;
        if (at > place) kept.push(text.slice(place, at));
        place = at;
        if (place === text.length) break;
      }
      kept.push(this.#step(text[place] as string));
      place += 1;
    }
    return kept.join('');
  }

  #step(character: string): string {
    const code = character.charCodeAt(0);
    if (code === 0x18 || code === 0x1a) return this.#become('text');
    switch (this.#state) {
      case 'text':
        return this.#control(character, code);
      case 'escape':
        return this.#escape(character, code);
      case 'sequence':
        return this.#sequence(character, code);
      case 'string':
        if (code === 0x07 || code === 0x9c) return this.#become('text');
        return code === 0x1b ? this.#become('string escape') : '';
      case 'string escape':
        // Another escape begins a sequence of its own.
        if (character === '\\') return this.#become('text');
        this.#become('escape');
        return this.#escape(character, code);
    }
  }

  #become(state: State): '' {
    this.#state = state;
    this.#held = '';
    return '';
  }

  #control(character: string, code: number): string {
    if (code === 0x1b) return this.#become('escape');
    if (code === 0x9b) return this.#become('sequence');
    if ([0x90, 0x98, 0x9d, 0x9e, 0x9f].includes(code)) return this.#become('string');
    return code >= 0x08 && code <= 0x0f ? character : '';
  }

  #escape(character: string, code: number): string {
    if (code === 0x1b) return '';
    if (this.#held === '') {
      if (character === '[') return this.#become('sequence');
      if (']PX^_'.includes(character)) return this.#become('string');
    }
    if (code >= 0x20 && code <= 0x2f && this.#held.length < 2) {
      this.#held += character;
      return '';
    }
    const held = this.#held;
    this.#become('text');
    if (held === '') return singles.has(character) ? `\x1b${character}` : '';
    // Sets of characters, and the pattern for aligning.
    const isSet = /^[()*+]$/.test(held) && /^[0-9A-Z]$/.test(character);
    return isSet || (held === '#' && character === '8') ? `\x1b${held}${character}` : '';
  }

  #sequence(character: string, code: number): string {
    if (code === 0x1b) return this.#become('escape');
    if (code < 0x20) return code >= 0x08 && code <= 0x0d ? character : '';
    if (code < 0x40) {
      if (this.#held.length < 200) this.#held += character;
      return '';
    }
    const held = this.#held;
    this.#become('text');
    return code <= 0x7e ? keepSequence(held, character) : '';
  }
}

function keepSequence(held: string, final: string): string {
  if (held === '!' && final === 'p') return '\x1b[!p';
  const found = /^(\??)([0-9;:]*)$/.exec(held);
  if (found === null) return '';
  const [, prefix, parameters = ''] = found as unknown as [string, string, string];
  if (!(prefix === '' ? plain : privately).has(final)) return '';
  if (final === 'h' || final === 'l' || final === 'm') return `\x1b[${held}${final}`;
  const bounded = parameters.replace(/\d+/g, (digits) => String(Math.min(Number(digits), mostSteps)));
  return `\x1b[${prefix}${bounded}${final}`;
}

/** Longer lines are not overwritten in place. */
const longestLine = 10_000;

/** The output of frames as a text that can be read aloud and searched, up to a length. */
export function toPlainText(texts: Iterable<string>, most: number): { text: string; isCut: boolean } {
  const output = new HarmlessOutput();
  const parts: string[] = [];
  let length = 0;
  for (const text of texts) {
    const part = output.take(text).replace(/\x1b(?:\[[^@-~]*[@-~]|[ -/]*[0-~])/g, '');
    parts.push(part);
    length += part.length;
    if (length > most) break;
  }
  const text = parts
    .join('')
    .slice(0, most)
    .split('\n')
    .map((line) => settleLine(line.replace(/[\x00-\x07\x0b-\x0c\x0e-\x1f]/g, '')))
    .join('\n');
  return { text: text.toWellFormed(), isCut: length > most };
}

/** A line as it stands after its returns to the beginning and steps back. */
function settleLine(line: string): string {
  const end = line.replace(/\r+$/, '');
  if (!/[\b\r]/.test(end)) return end;
  if (end.length > longestLine) return end.slice(end.lastIndexOf('\r') + 1).replaceAll('\b', '');
  const cells: string[] = [];
  let column = 0;
  for (const character of end) {
    if (character === '\r') column = 0;
    else if (character === '\b') column = Math.max(0, column - 1);
    else {
      cells[column] = character;
      column += 1;
    }
  }
  return cells.join('').trimEnd();
}
