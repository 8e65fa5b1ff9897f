import type { PhrasingContent, RootContent } from 'mdast';
import { isSubheading, parseMarkdown, textOf, toPhrases, toSafeAddress } from '../../../domain/markdown.ts';
import { toPictureDigest } from '../../../domain/written-pictures.ts';
import { type Content, Html, html, writeLink } from './markup.ts';
import { markPicture } from './picture-mark.ts';

/**
 * Takes a text in Markdown, returns its paragraphs, lists, tables and links. Its headings don't become headings of the report.
 */
export function writeProse(text: string): Html {
  return html`${parseMarkdown(text).map(writeBlock)}`;
}

function writeBlock(block: RootContent): Html {
  switch (block.type) {
    case 'heading': {
      const words = writePhrases(block.children);
      return html`<p class="prose head" dir="auto"><b>${isSubheading(block) ? html`<em>${words}</em>` : words}</b></p>`;
    }
    case 'list': {
      const items = block.children.map(
        ({ children, checked }) =>
          html`<li dir="auto">${typeof checked === 'boolean' && (checked ? '☑ ' : '☐ ')}${children.map(
            (child, index) =>
              index === 0 && child.type === 'paragraph' ? writePhrases(child.children) : writeBlock(child),
          )}</li>`,
      );
      return block.ordered
        ? html`<ol class="prose list" start="${block.start ?? 1}">${items}</ol>`
        : html`<ul class="prose list">${items}</ul>`;
    }
    case 'blockquote':
      return html`<blockquote class="prose">${block.children.map(writeBlock)}</blockquote>`;
    case 'code':
      return writeCode(block.value);
    case 'table': {
      const [head = [], ...rows] = block.children.map(({ children }) =>
        children.map((cell) => writePhrases(cell.children)),
      );
      return html`<table class="prose small"><thead><tr>${head.map((cell) => html`<th scope="col" dir="auto">${cell}</th>`)}</tr></thead><tbody>${rows.map(
        // A row may have fewer cells than the head.
        (cells) =>
          html`<tr>${head.map((_, column) => html`<td dir="auto">${writeCell(cells[column] ?? null)}</td>`)}</tr>`,
      )}</tbody></table>`;
    }
    default:
      return html`<p class="prose" dir="auto">${writePhrases(toPhrases(block))}</p>`;
  }
}

function writePhrases(phrases: readonly PhrasingContent[]): Html {
  return html`${phrases.map(writePhrase)}`;
}

function writePhrase(phrase: PhrasingContent): Content {
  switch (phrase.type) {
    case 'strong':
      return html`<b>${writePhrases(phrase.children)}</b>`;
    case 'emphasis':
      return html`<em>${writePhrases(phrase.children)}</em>`;
    case 'delete':
      return html`<s>${writePhrases(phrase.children)}</s>`;
    case 'inlineCode':
      return html`<code>${phrase.value}</code>`;
    case 'break':
      return html`<br>`;
    case 'link': {
      const address = toSafeAddress(phrase.url);
      const words = writePhrases(phrase.children);
      return address === null ? html`${words} (${phrase.url})` : writeLink(address, words);
    }
    case 'image': {
      const sha256 = toPictureDigest(phrase.url);
      return sha256 === null ? textOf(phrase) : markPicture(sha256, textOf(phrase));
    }
    case 'text':
      return phrase.value;
    default:
      return 'children' in phrase ? writePhrases(phrase.children as PhrasingContent[]) : textOf(phrase);
  }
}

/** Takes a command or an output, and a note on its omitted rest; returns it verbatim. */
export function writeCode(text: string, rest: string | null = null): Html {
  return html`<pre dir="auto">${text}</pre>${writeNote(rest)}`;
}

export function writeNote(note: string | null): Html | null {
  return note === null ? null : html`<p class="note">${note}</p>`;
}

/** Takes rows of names and values, returns them as a list; empty ones are left out. */
export function writeFields(rows: readonly (readonly [name: string, value: Content])[]): Html {
  const known = rows.filter(([, value]) => value !== null && value !== false && value !== '');
  if (known.length === 0) return html``;
  return html`<dl>${known.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`,
  )}</dl>`;
}

/** Browsers leave an empty cell out of the tags of a PDF, and its row would miss a column. */
function writeCell(cell: Content): Html {
  const written = html`${cell}`;
  return written.text === '' ? new Html('&#160;') : written;
}

export type Column = { name: string; kind?: 'number' | 'word' | 'narrow' | 'wide' };

/**
 * Takes columns and the cells of each row, returns a table that repeats its head on each page. A row whose first cell is null
 * continues the previous one, and stays with it.
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
      html`<tr class="${cells[0] === null ? 'more' : ''}">${cells.map((cell, index) => html`<td dir="auto" class="${all[index]?.kind ?? ''}">${writeCell(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
