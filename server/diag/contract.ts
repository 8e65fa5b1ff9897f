import { z } from 'zod';

export const resetSchema = z.strictObject({ reset: z.literal(true) });
