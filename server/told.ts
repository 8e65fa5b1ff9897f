import { z } from 'zod';

/**
 * Ways to translate server texts: a message by its English, after its field or without one; a note on a row of a file, between
 * texts of that file, which stay unchanged; the label of a table's field.
 */
export type Telling = 'message' | 'note' | 'label';

const tellings = z.registry<{ telling: Telling }>();

/** A text in a response, written in English and translated into the request's language. */
export const told = z.string().register(tellings, { telling: 'message' });
export const toldNote = z.string().register(tellings, { telling: 'note' });
export const toldLabel = z.string().register(tellings, { telling: 'label' });

/** Translation of a contract's texts; null for those sent unchanged. */
export function findTelling(schema: z.ZodType): Telling | null {
  return tellings.get(schema)?.telling ?? null;
}
