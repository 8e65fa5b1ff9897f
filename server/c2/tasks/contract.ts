import { z } from 'zod';
import { told } from '../../told.ts';
import { frameworkTaskSchema, taskStatus } from '../frameworks/contract.ts';

const id = z.uuid();
const time = z.string();

export const linkedTaskSchema = z.strictObject({
  id,
  external_id: z.string(),
  callback: z.string().nullable(),
  command: z.string().nullable(),
  status: taskStatus,
  completed_at: time.nullable(),
  mapping_applied: z.boolean(),
  /**
   * Why the task could not be refreshed; its status is the last known one. `disconnected`: the configuration under which it was
   * linked is gone; `gone`: the framework no longer has it. Both are final.
   */
  error: told.optional(),
  /** Time of the next automatic attempt. */
  retry_at: time.optional(),
});
export type LinkedTask = z.output<typeof linkedTaskSchema>;
export const linkedTaskList = z.strictObject({ items: z.array(linkedTaskSchema) });

/** Number of linked tasks that another configuration, or none, would disconnect. */
export const openTaskCount = z.strictObject({ count: z.number().int() });

/** The task's id in the framework. */
export const taskId = z.string().trim().min(1).max(300);
export const linkBody = z.strictObject({ external_id: taskId });

/** A framework task with its linked simulations in the engagement. */
export const listedTaskSchema = frameworkTaskSchema.extend({
  simulations: z.array(z.strictObject({ id, name: z.string() })),
});
export const listedTaskPage = z.strictObject({
  items: z.array(listedTaskSchema),
  page: z.number().int(),
  has_more: z.boolean(),
  left_out: z.int(),
});
export type ListedTaskPage = z.output<typeof listedTaskPage>;
