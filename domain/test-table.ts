/** Columns of a table of tests beside the name, in their order. */
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

/** A table with its filters, its order and its columns, under a name; without columns it has those that fit. */
export type TestView = { name: string; search: string; columns: TestColumn[] | null };

/** How a person wants tables of tests; without columns they are those that fit. */
export type TestTable = { columns: TestColumn[] | null; views: TestView[] };

export const mostTestViews = 30;
export const longestViewName = 60;
/** Of what stands behind an address. */
export const longestViewSearch = 2000;
