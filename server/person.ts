import { z } from 'zod';

/** A user as other things name them. */
export const personSchema = z.strictObject({ id: z.uuid(), display_name: z.string() });
