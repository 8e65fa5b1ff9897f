import path from 'node:path';

/** The file of Damson's own template, which reports have unless told otherwise. */
export const ownTemplate: string = path.join(import.meta.dirname, '../../../resources/report-template.docx');
