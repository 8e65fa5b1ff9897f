/** Print options: the paper size requested by the document, tagged for screen readers, with headings as bookmarks. */
export const pdfOptions = {
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
} as const;
