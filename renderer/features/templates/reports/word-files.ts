/** File types offered by the browser for a template. */
export const wordFiles =
  '.docx,.dotx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';
