import type { ExportedFile } from '../format.ts';

/** Files of an export, as they are made. */
export type Export = { name: string; files: AsyncIterable<ExportedFile> };
