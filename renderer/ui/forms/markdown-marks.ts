/** A field's text and its selection. */
export type Selected = { text: string; start: number; end: number };
/** A piece of the text and what replaces it, and the selection afterwards. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

export const marks = [
  'bold',
  'italic',
  'code',
  'heading',
  'subheading',
  'list',
  'numbers',
  'link',
  'table',
] as const;
export type Mark = (typeof marks)[number];

/** Takes a field and a mark, returns the edit that marks the selection, or removes the mark where it is. */
export function mark(selected: Selected, wanted: Mark): Edit {
  switch (wanted) {
    case 'bold':
      return wrap(selected, '**', (run) => run > 1);
    case 'italic':
      return wrap(selected, '*', (run) => run % 2 === 1);
    case 'code':
      return markCode(selected);
    case 'heading':
      return prefix(selected, () => '### ', anyHeading, /^### +/);
    case 'subheading':
      return prefix(selected, () => '#### ', anyHeading, /^#### +/);
    case 'list':
      return prefix(selected, () => '- ', /^[-*+] +/);
    case 'numbers':
      return prefix(selected, (index) => `${index + 1}. `, /^\d{1,9}[.)] +/);
    case 'link':
      return markLink(selected);
    case 'table':
      return makeTable(selected);
  }
}

const anyHeading = /^#{1,6} +/;

/** Marks count only around words: `** bold **` is not bold. */
function trim({ text, start, end }: Selected): Selected {
  const inner = text.slice(start, end);
  if (inner.trim() === '') return { text, start, end: start };
  return {
    text,
    start: start + inner.length - inner.trimStart().length,
    end: end - inner.length + inner.trimEnd().length,
  };
}

/** `has` tells by the number of stars on both sides whether the mark is there. */
function wrap(selected: Selected, sign: string, has: (run: number) => boolean): Edit {
  const { text, start, end } = trim(selected);
  const inner = text.slice(start, end);
  const before = /\**$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^\**/.exec(text.slice(end))?.[0].length ?? 0;
  const size = sign.length;
  if (has(Math.min(before, after))) {
    return { from: start - size, to: end + size, insert: inner, start: start - size, end: end - size };
  }
  const held = /^(\*+)[^*](?:.*[^*])?\1$/s.exec(inner)?.[1]?.length ?? 0;
  if (has(held)) {
    return { from: start, to: end, insert: inner.slice(size, -size), start, end: end - 2 * size };
  }
  return { from: start, to: end, insert: sign + inner + sign, start: start + size, end: end + size };
}

function markCode(selected: Selected): Edit {
  const { text, start, end } = trim(selected);
  const inner = text.slice(start, end);
  if (inner.includes('\n')) {
    const line = lineOf(text, start, end);
    const block = text.slice(line.from, line.to);
    const fence = '`'.repeat(Math.max(3, longestRun(block) + 1));
    const insert = `${fence}\n${block}\n${fence}`;
    const begin = line.from + fence.length + 1;
    return { ...line, insert, start: begin, end: begin + block.length };
  }
  if (text[start - 1] === '`' && text[end] === '`') {
    return { from: start - 1, to: end + 1, insert: inner, start: start - 1, end: end - 1 };
  }
  const sign = '`'.repeat(longestRun(inner) + 1);
  const room = inner.includes('`') ? ' ' : '';
  const before = sign + room;
  return {
    from: start,
    to: end,
    insert: before + inner + room + sign,
    start: start + before.length,
    end: end + before.length,
  };
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

function lineOf(text: string, start: number, end: number): { from: number; to: number } {
  const next = text.indexOf('\n', end);
  return { from: text.lastIndexOf('\n', start - 1) + 1, to: next === -1 ? text.length : next };
}

/** Puts a sign before each selected line in the place of one that `pattern` finds, or takes it away from all if all have their `own`. */
function prefix(
  { text, start, end }: Selected,
  sign: (index: number) => string,
  pattern: RegExp,
  own = pattern,
): Edit {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const { from, to } = lineOf(text, start, last);
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => own.test(line));
  const insert = lines
    .map((line, index) => (isMarked ? line.replace(pattern, '') : sign(index) + line.replace(pattern, '')))
    .join('\n');
  const isCaret = start === end;
  const moved = Math.max(from, start + insert.length - (to - from));
  return isCaret
    ? { from, to, insert, start: moved, end: moved }
    : { from, to, insert, start: from, end: from + insert.length };
}

function markLink(selected: Selected): Edit {
  const { text, start, end } = trim(selected);
  const inner = text.slice(start, end);
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(inner)) {
    return { from: start, to: end, insert: `[](${inner})`, start: start + 1, end: start + 1 };
  }
  const address = 'https://';
  const begin = start + inner.length + 3;
  return {
    from: start,
    to: end,
    insert: `[${inner}](${address})`,
    start: inner === '' ? start + 1 : begin,
    end: inner === '' ? start + 1 : begin + address.length,
  };
}

/**
 * Makes a table of a head and two rows: below the block that the caret or the selection ends in, or, for words selected within a line, there
 * with the words in its first cell.
 */
function makeTable(selected: Selected): Edit {
  const { text, start, end } = trim(selected);
  const inner = text.slice(start, end);
  const isCell = inner !== '' && !inner.includes('\n');
  const below = endOfBlock(text, selected.end);
  const before = text.slice(0, isCell ? start : below).trimEnd();
  const after = text.slice(isCell ? end : below).trimStart();
  const cell = isCell ? inner.replace(/\\?\|/g, '\\|') : '';
  const opening = `${before === '' ? '' : '\n\n'}| `;
  const table = `${cell} |  |\n| --- | --- |\n|  |  |\n|  |  |`;
  const insert = `${opening}${table}${after === '' ? '' : '\n\n'}`;
  const caret = before.length + opening.length;
  const keeps = inner !== '' && !isCell;
  return {
    from: before.length,
    to: text.length - after.length,
    insert,
    start: keeps ? start : caret,
    end: keeps ? end : caret + cell.length,
  };
}

/** Where the paragraph, list or table at this place ends. */
function endOfBlock(text: string, at: number): number {
  const { from, to } = lineOf(text, at, at);
  if (text.slice(from, to).trim() === '') return at;
  const rest = /\n[ \t]*(?:\n|$)/.exec(text.slice(to));
  return rest === null ? text.length : to + rest.index;
}
