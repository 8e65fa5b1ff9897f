/** The records before and after one, which is the `number`th of so many; null where it is none of those listed. */
export type Neighbours = { previous: string | null; next: string | null; number: number | null; of: number };
