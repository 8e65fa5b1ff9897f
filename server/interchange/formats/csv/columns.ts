import type { Asked } from '../../contract.ts';
import { isObject } from '../../reading/values.ts';
import { guessByParts, readHead } from './heads.ts';

/** A table with distinct names for all of its columns. */
export type Table = {
  heads: string[];
  rows: { number: number; cells: string[] }[];
  /** Sheets of a workbook, the one read first. */
  sheets: string[];
  /** Row with the column heads, from 1; null for documents, whose heads are the names of their fields. */
  headRow: number | null;
  /** Rows above the heads. */
  above: string[];
};

/** A possible field of a column. */
export type ColumnField = {
  name: string;
  label: string;
  /** Other names in column heads, in lower-case letters and digits only; the best ones come first. */
  heads: readonly string[];
};

/** The fields that columns of a kind of table may be for. */
export type ColumnFields = {
  fields: readonly ColumnField[];
  /** Times that a table may split into two columns, day and time of day. */
  times: readonly (string | null)[];
  /** Fields of which at least one needs a column. */
  needed: readonly string[];
  /** Another spelling for a word of a head; null for a word that means nothing here. */
  respell?: (word: string) => string | null;
};

/** The field of each column, null for none. */
export type Mapping = readonly (string | null)[];

export const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * For each head, the field guessed from its name, or null. No field is guessed twice, except a time split into day and time of
 * day: our own labels win, then the best synonym, then the earlier column.
 */
export function guessColumns(heads: readonly string[], known: ColumnFields): Mapping {
  const guessed = heads.map((head) => findField(head, known));
  const best = new Map<string, number>();
  for (const [index, found] of guessed.entries()) {
    if (found === null) continue;
    const before = guessed[best.get(found.field.name) ?? -1];
    if (before === undefined || before === null || found.rank < before.rank)
      best.set(found.field.name, index);
  }
  return guessed.map((found, index) => {
    if (found === null) return null;
    const { name } = found.field;
    const taken = best.get(name) as number;
    const isHalf = known.times.includes(name) && isOtherHalf(heads[index] ?? '', heads[taken] ?? '');
    return taken === index || isHalf ? name : null;
  });
}

/** Whether one head is for a day and the other for a time of day: `Date`, `Time`. */
function isOtherHalf(head: string, other: string): boolean {
  const half = (text: string) => {
    const word = plain(text);
    if (word.includes('date') === word.includes('time')) return null;
    return word.includes('date') ? 'date' : 'time';
  };
  const [one, two] = [half(head), half(other)];
  return one !== null && two !== null && one !== two;
}

/** Number of these that are possible heads of such a table. */
export function countColumns(cells: readonly string[], known: ColumnFields): number {
  return new Set(
    cells.flatMap((cell) => (cell.length > 60 ? [] : (findField(cell, known)?.field.name ?? []))),
  ).size;
}

type Found = { field: ColumnField; rank: number };

/** The field that the head of a column is for, and how well it fits, the best as the lowest. */
export function findField(head: string, { fields, times, respell }: ColumnFields): Found | null {
  const { words, zone } = readHead(head);
  for (const [spelling, word] of words.entries()) {
    const wanted = respell === undefined ? word : respell(word);
    if (wanted === null) continue;
    const parts = guessByParts(word);
    const field =
      fields.find(({ label }) => plain(label) === wanted) ??
      fields.find(({ name, heads }) => plain(name) === wanted || heads.includes(wanted)) ??
      fields.find(({ name }) => name === parts);
    if (field === undefined) continue;
    return { field, rank: rankOf(field, wanted, spelling, times.includes(field.name) ? zone : 'none') };
  }
  return null;
}

/** `zone` is that of a time, null for one without; `none` for anything else. */
function rankOf(field: ColumnField, word: string, spelling: number, zone: string | null): number {
  if (plain(field.label) === word && spelling === 0) return -1;
  const place = field.heads.indexOf(word);
  const byZone = zone === null ? 1 : zone === 'local' ? 2 : 0;
  const byWord =
    plain(field.label) === word || plain(field.name) === word ? 0 : place === -1 ? 90 : place + 1;
  return byZone * 1000 + byWord * 10 + spelling;
}

/** Field of each column: the person's choice, else the guess; no field has two columns, except the halves of a time. */
export function mapColumns(heads: readonly string[], known: ColumnFields, chosen: unknown): Mapping {
  const names = new Set(known.fields.map(({ name }) => name));
  const said = isObject(chosen) ? new Map(Object.entries(chosen)) : new Map<string, unknown>();
  const guessed = guessColumns(heads, known);
  const taken = new Set<unknown>(heads.flatMap((head) => said.get(head) ?? []));
  const fields = heads.map((head, index) => {
    if (!said.has(head)) return taken.has(guessed[index]) ? null : (guessed[index] ?? null);
    const field = said.get(head);
    return typeof field === 'string' && names.has(field) ? field : null;
  });
  return fields.map((field, index) =>
    known.times.includes(field) || fields.indexOf(field) === index ? field : null,
  );
}

const examples = 3;
const longestExample = 100;

/** The question about the columns of a table: their fields, with examples from the first rows. */
export function askColumns(table: Table, mapping: Mapping, { fields, needed }: ColumnFields): Asked {
  const beginning = table.rows.slice(0, 50);
  const columns = table.heads.map((name, index) => {
    const filled = beginning.flatMap(({ cells }) => cells[index]?.trim() || []).slice(0, examples);
    const shown = filled.map((text) => text.slice(0, longestExample).toWellFormed());
    return { name, examples: shown, field: mapping[index] ?? null };
  });
  const { sheets, headRow: head_row } = table;
  return {
    columns,
    fields: fields.map(({ name, label }) => ({ name, label, needed: needed.includes(name) })),
    ...(head_row === null ? {} : { head_row }),
    ...(sheets.length > 0 ? { sheets } : {}),
  };
}

/** The non-empty cells of a row, by field. */
export type Cells = ReadonlyMap<string, string>;

/** Takes the cells of a row, returns those with a field, and the others as lines of `leftover`. */
export function sortCells(
  cells: readonly string[],
  heads: readonly string[],
  mapping: Mapping,
): { row: Map<string, string>; leftover: string[] } {
  const row = new Map<string, string>();
  const leftover: string[] = [];
  for (const [column, cell] of cells.entries()) {
    if (cell.trim() === '') continue;
    const field = mapping[column] ?? null;
    const before = field === null ? undefined : row.get(field);
    const joined = before === undefined ? cell : joinHalves(before, cell);
    if (field === null || joined === null) leftover.push(`${heads[column] ?? ''}: ${cell}`);
    else row.set(field, joined);
  }
  return { row, leftover };
}

/** Joins a day and a time of day, in either order; null for anything else. */
function joinHalves(one: string, other: string): string | null {
  const isClock = (text: string) =>
    /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[AP]M)?\s*(?:Z|[A-Z]{3,4}|[+-]\d{2}:?\d{2})?$/i.test(
      text.trim(),
    );
  if (isClock(one) === isClock(other)) return null;
  const [day, clock] = isClock(one) ? [other, one] : [one, other];
  const bare = day.trim().replace(/[ T]00:00(?::00)?$/, '');
  return bare.includes(':') ? null : `${bare} ${clock.trim()}`;
}

/** The zones in the heads of time columns, by field. */
export function listZones(
  heads: readonly string[],
  mapping: Mapping,
  { times }: ColumnFields,
): Map<string, string | null> {
  return new Map(
    heads.flatMap((head, index) => {
      const field = mapping[index] ?? null;
      return field !== null && times.includes(field) ? [[field, readHead(head).zone] as const] : [];
    }),
  );
}

/** The texts of the time columns of a table. */
export function listTimes({ rows }: Table, mapping: Mapping, { times }: ColumnFields): string[] {
  return rows.flatMap(({ cells }) => cells.filter((_, index) => times.includes(mapping[index] ?? null)));
}
