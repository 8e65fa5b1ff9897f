/** How a document is printed: on the paper that it asks for, tagged for who has it read aloud, with its headings as bookmarks. */
export const pdfOptions = {
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
} as const;
