import { z } from 'zod';
import { largestPage } from '../../domain/limits.ts';
import { notificationKinds } from '../../domain/notifications.ts';
import { listOf, pagingFields } from '../paging.ts';
import { personSchema } from '../person.ts';

const id = z.uuid();
const named = z.strictObject({ id, name: z.string() });

export const notificationSchema = z.strictObject({
  id,
  kind: z.enum(notificationKinds),
  mission: named,
  /** Null when it is about the mission, a remediation, a finding, or several tests. */
  test: named.nullable(),
  remediation: z.strictObject({ id, title: z.string() }).nullable(),
  finding: z.strictObject({ id, number: z.int(), title: z.string() }).nullable(),
  /** Number of its tests. */
  tests: z.number().int(),
  actor: personSchema.nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notification = z.output<typeof notificationSchema>;

export const notificationsQuery = z.strictObject({
  ...pagingFields,
  unread: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

/** `unread` counts all, regardless of the filter. */
export const notificationList = listOf(notificationSchema).extend({ unread: z.number().int() });

export const readBody = z
  .strictObject({ ids: z.array(id).min(1).max(largestPage).optional(), all: z.literal(true).optional() })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    message: 'either ids or all: true is needed',
  });

export const unreadSchema = z.strictObject({ unread: z.number().int() });
