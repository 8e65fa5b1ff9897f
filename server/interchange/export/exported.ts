import type { ExportedFile, LeftOut } from '../format.ts';

/** Files of an export, as they are made. */
export type Export = {
  name: string;
  files: AsyncIterable<ExportedFile>;
  leftOut: readonly LeftOut[];
  /** Bytes that they have at least, as far as that is known before. */
  bytes: number;
};
