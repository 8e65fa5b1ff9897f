import { z } from 'zod';
import { mostTests } from '../../../domain/limits.ts';
import { shortName } from '../../fields.ts';
import { clientName } from '../contract.ts';

/** If omitted, `name` is "Retest of …", `client` that of the mission, and `test_ids` are all of its tests. */
export const retestBody = z.strictObject({
  name: shortName.optional(),
  client: clientName.optional(),
  test_ids: z.array(z.uuid()).min(1).max(mostTests).optional(),
});
export type NewRetest = z.output<typeof retestBody>;
