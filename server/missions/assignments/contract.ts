import { z } from 'zod';
import { mostTags, mostTests } from '../../../domain/limits.ts';
import { label } from '../../fields.ts';
import { changedTest } from '../contract.ts';

const tags = z.array(label).max(mostTags).default([]);

/** Missing fields stay unchanged. */
export const testsPatchBody = z.strictObject({
  test_ids: z.array(z.uuid()).min(1).max(mostTests),
  assignee_id: z.uuid().nullable().optional(),
  add_tags: tags,
  remove_tags: tags,
});
export type TestsPatch = z.output<typeof testsPatchBody>;

/** The named tests, in the order of their changes. */
export const changedTests = z.strictObject({ tests: z.array(changedTest) });
export type ChangedTests = z.output<typeof changedTests>;
