import { z } from 'zod';
import { shortName } from '../../fields.ts';
import { clientName } from '../contract.ts';

/** If omitted, `name` is "Copy of …", and `client` that of the original. */
export const cloneBody = z.strictObject({
  name: shortName.optional(),
  client: clientName.optional(),
  members: z.boolean().default(true),
});
export type NewClone = z.output<typeof cloneBody>;
