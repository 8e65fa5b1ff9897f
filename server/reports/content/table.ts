import type { Source } from './source.ts';
import type { Words } from './words.ts';

/**
 * A part that is one table, in every format; a row whose first cell is null continues the one before. A column that `mayBeEmpty` is
 * left out where no row has it.
 */
export type PartTable = {
  caption: string;
  columns: readonly {
    key: string;
    name: string;
    kind?: 'number' | 'word' | 'narrow' | 'wide';
    mayBeEmpty?: true;
  }[];
  rows: readonly Row[];
};

export type Row = Readonly<Record<string, Words>>;

export type TablePart = (source: Source) => PartTable;
