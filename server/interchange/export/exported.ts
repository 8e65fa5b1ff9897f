import type { ExportedFile, LeftOut } from '../format.ts';

/** Files of an export, as they are made. */
export type Export = {
  name: string;
  files: AsyncIterable<ExportedFile>;
  leftOut: readonly LeftOut[];
  /** Minimum size in bytes, if known in advance. */
  bytes: number;
};
