/** Columns of a table of tests besides the name, in order. */
export const testColumns = [
  'technique',
  'tactic',
  'status',
  'outcome',
  'executed',
  'delay',
  'operator',
  'assignee',
  'target',
  'tags',
  'evidence',
  'changed',
] as const;
export type TestColumn = (typeof testColumns)[number];

/** A named arrangement of a table: its filters, order and columns; without columns it has those that fit. */
export type TestView = { name: string; search: string; columns: TestColumn[] | null };

/** A person's arrangement of test tables; without columns they have those that fit. */
export type TestTable = { columns: TestColumn[] | null; views: TestView[] };

export const mostTestViews = 30;
export const longestViewName = 60;
/** Maximum length of a saved query string. */
export const longestViewSearch = 2000;
