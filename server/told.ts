import { z } from 'zod';

/**
 * Ways of translating what the server tells: as a message by its English, behind the field that it is about or without one; as a
 * note on a row of a file, between texts of that file, which stay as they are; as the label of a field of a table.
 */
export type Telling = 'message' | 'note' | 'label';

const tellings = z.registry<{ telling: Telling }>();

/** A text of an answer that the server words in English, and tells in the language that the request asks for. */
export const told = z.string().register(tellings, { telling: 'message' });
export const toldNote = z.string().register(tellings, { telling: 'note' });
export const toldLabel = z.string().register(tellings, { telling: 'label' });

/** How a contract's texts are told; null for those that are sent as they are. */
export function findTelling(schema: z.ZodType): Telling | null {
  return tellings.get(schema)?.telling ?? null;
}
