import { largestImport } from '../../domain/limits.ts';

/** Limits of an import; a file beyond them is refused as a whole. */
export const importBounds = {
  /** Bytes of the file as sent. */
  file: largestImport,
  /** Bytes of all members together, unpacked. */
  unpacked: 1024 * 1024 * 1024,
  /** Bytes of one member read as text. */
  text: 64 * 1024 * 1024,
  members: 20_000,
  rows: 100_000,
  /** Depth of nested lists and objects. */
  depth: 100,
  /** Characters of a text in a row, or in a record without a limit of its own; a longer one is cut. */
  cell: 1_000_000,
  /** Milliseconds of CPU time for reading. */
  time: 120_000,
  /** Milliseconds in which a workbook is read, however busy the machine. */
  workbookTime: 30_000,
} as const;
