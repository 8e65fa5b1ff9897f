/** File types that the browser offers for a template. */
export const wordFiles =
  '.docx,.dotx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';
