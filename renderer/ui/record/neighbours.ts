/** The records before and after one; it is number `number` of `of`. Null if it isn't in the list. */
export type Neighbours = { previous: string | null; next: string | null; number: number | null; of: number };
