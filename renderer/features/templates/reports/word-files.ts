/** What a browser offers of the files there are, for a template. */
export const wordFiles =
  '.docx,.dotx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';
