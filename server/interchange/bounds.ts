import { largestImport } from '../../domain/limits.ts';

/** Bounds of an import; a file beyond them is refused as a whole. */
export const importBounds = {
  /** Bytes of the file as it is sent. */
  file: largestImport,
  /** Bytes of all members together, once they are unpacked. */
  unpacked: 1024 * 1024 * 1024,
  /** Of one member that is read as text. */
  text: 64 * 1024 * 1024,
  members: 20_000,
  rows: 100_000,
  /** Of lists and objects within one another. */
  depth: 100,
  /** Characters of a text that stands with its row, or in a record that has no bound of its own; a longer one is cut. */
  cell: 1_000_000,
  /** Milliseconds of a processor that reading may take, and reading a workbook. */
  time: 120_000,
  workbookTime: 30_000,
} as const;
