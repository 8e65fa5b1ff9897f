import { z } from 'zod';

/**
 * Ways to translate server texts. `message`: by its English, with or without a field before it; `note`: about a row of a file,
 * whose own texts stay unchanged; `label`: of a table's field.
 */
export type Telling = 'message' | 'note' | 'label';

const tellings = z.registry<{ telling: Telling }>();

/** A text in a response, written in English and translated into the request's language. */
export const told = z.string().register(tellings, { telling: 'message' });
export const toldNote = z.string().register(tellings, { telling: 'note' });
export const toldLabel = z.string().register(tellings, { telling: 'label' });

/** The way to translate texts with this schema; null for those sent unchanged. */
export function findTelling(schema: z.ZodType): Telling | null {
  return tellings.get(schema)?.telling ?? null;
}
