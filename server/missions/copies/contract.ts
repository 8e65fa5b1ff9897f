import { z } from 'zod';
import { shortName } from '../../fields.ts';

/** Left out, `name` is "Copy of …". */
export const cloneBody = z.strictObject({ name: shortName.optional(), members: z.boolean().default(true) });
export type NewClone = z.output<typeof cloneBody>;
