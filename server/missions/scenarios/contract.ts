import { z } from 'zod';
import { mostTests } from '../../../domain/limits.ts';
import { shortName } from '../../fields.ts';
import { longText } from '../../templates/contract.ts';

const ids = z.array(z.uuid()).max(mostTests);

export const scenarioPatchBody = z.strictObject({
  name: shortName.optional(),
  description: longText.optional(),
});
export type ScenarioPatch = z.output<typeof scenarioPatchBody>;

/** All scenarios of the mission. */
export const scenarioOrderBody = z.strictObject({ scenario_ids: ids });
/** All tests of the scenario. */
export const testOrderBody = z.strictObject({ test_ids: ids });
