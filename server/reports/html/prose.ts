import { type Content, type Html, html } from './markup.ts';

const item = /^\s*-\s+/;

/** Takes a plain text, returns its paragraphs and lists: a blank line ends a paragraph, and lines that begin with `- ` are a list. */
export function writeProse(text: string): Html {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .flatMap((paragraph) => splitLists(paragraph.split('\n').filter((line) => line.trim() !== '')));
  return html`${blocks.map(({ isList, lines }) =>
    isList
      ? html`<ul class="prose list">${lines.map((line) => html`<li dir="auto">${line.replace(item, '')}</li>`)}</ul>`
      : html`<p class="prose" dir="auto">${lines.join('\n')}</p>`,
  )}`;
}

function splitLists(lines: readonly string[]): { isList: boolean; lines: string[] }[] {
  const blocks: { isList: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const isList = item.test(line);
    const last = blocks.at(-1);
    if (last?.isList === isList) last.lines.push(line);
    else blocks.push({ isList, lines: [line] });
  }
  return blocks;
}

/** Takes a command or an output, and what is said of the rest that is not here; returns it as it is, to the letter. */
export function writeCode(text: string, rest: string | null = null): Html {
  return html`<pre dir="auto">${text}</pre>${writeNote(rest)}`;
}

export function writeNote(note: string | null): Html | null {
  return note === null ? null : html`<p class="note">${note}</p>`;
}

/** Takes rows of a name and what stands for it, returns them as a list; what has nothing is left out. */
export function writeFields(rows: readonly (readonly [name: string, value: Content])[]): Html {
  const known = rows.filter(([, value]) => value !== null && value !== false && value !== '');
  if (known.length === 0) return html``;
  return html`<dl>${known.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`,
  )}</dl>`;
}

export type Column = { name: string; kind?: 'number' | 'word' | 'narrow' | 'wide' };

/**
 * Takes columns and the cells of each row, returns a table whose head is repeated on each page. A row whose first cell is null goes on
 * with what the row before is of, and stays with it.
 */
export function writeTable(
  columns: readonly (Column | string)[],
  rows: readonly (readonly Content[])[],
  { caption, isSmall = false }: { caption: string; isSmall?: boolean },
): Html {
  const all = columns.map((column): Column => (typeof column === 'string' ? { name: column } : column));
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="${isSmall ? 'small' : ''}"><thead><tr>${all.map(
    ({ name, kind }) => html`<th scope="col" class="${kind ?? ''}">${name}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      html`<tr class="${cells[0] === null ? 'more' : ''}">${cells.map((cell, index) => html`<td dir="auto" class="${all[index]?.kind ?? ''}">${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
