/** The records before and after one, which is number `number` of `of`; null when it isn't in the list. */
export type Neighbours = { previous: string | null; next: string | null; number: number | null; of: number };
