import { z } from 'zod';
import { detectionLevelSchema } from '../../detection-levels/contract.ts';
import { catalogTag, label } from '../../fields.ts';
import { listOf, pagingFields } from '../../paging.ts';
import { personSchema } from '../../person.ts';
import { testStatus } from '../contract.ts';
import { attackResult } from '../mission-tests/contract.ts';

export const testSearchQuery = z
  .strictObject({
    ...pagingFields,
    /** A part of the name, or of the id of one of the test's tags; any case, taken literally. */
    q: z.string().min(1).max(200).optional(),
    /** The id of a technique, including its sub-techniques, or of a sub-technique; any case. */
    technique: z.string().min(1).max(100).optional(),
    /** Assignee; `me` is the caller. */
    assignee: z.union([z.literal('me'), z.uuid()]).optional(),
    /** One of its tags, exactly. */
    tag: label.optional(),
    attack_result: attackResult.optional(),
  })
  .refine(
    ({ q, technique, assignee, tag, attack_result }) =>
      [q, technique, assignee, tag, attack_result].some((wanted) => wanted !== undefined),
    { path: ['q'], error: 'needed unless something else is named' },
  );
export type TestSearchQuery = z.output<typeof testSearchQuery>;

const named = z.strictObject({ id: z.uuid(), name: z.string() });
export const foundTestSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  status: testStatus,
  detection_level: detectionLevelSchema.nullable(),
  executed_at: z.string().nullable(),
  catalog_tags: z.array(catalogTag),
  tags: z.array(z.string()),
  assignee: personSchema.nullable(),
  attack_result: attackResult.nullable(),
  mission: named,
  scenario: named,
});
export type FoundTest = z.output<typeof foundTestSchema>;
export const foundTestList = listOf(foundTestSchema);

export const hostQuery = z.strictObject({
  limit: pagingFields.limit,
  /** A part of the name; any case, taken literally. */
  q: z.string().min(1).max(200),
});
export const foundHosts = z.strictObject({
  items: z.array(z.strictObject({ host: z.string(), mission: named, tests: z.int() })),
});
export type FoundHost = z.output<typeof foundHosts>['items'][number];
