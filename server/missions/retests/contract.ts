import { z } from 'zod';
import { mostTests } from '../../../domain/limits.ts';
import { shortName } from '../../fields.ts';

/** Left out, `name` is "Retest of …", and `test_ids` are all tests of the mission. */
export const retestBody = z.strictObject({
  name: shortName.optional(),
  test_ids: z.array(z.uuid()).min(1).max(mostTests).optional(),
});
export type NewRetest = z.output<typeof retestBody>;
