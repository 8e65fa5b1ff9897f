import { fileURLToPath } from 'node:url';

/** The file of Damson's own template, which reports have unless told otherwise. */
export const ownTemplate: string = fileURLToPath(
  new URL('../../../resources/report-template.docx', import.meta.url),
);
