/** Damson's own template, which reports have unless told otherwise. */
export const ownTemplate = new URL('../../../resources/report-template.docx', import.meta.url);
