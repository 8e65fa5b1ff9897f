import { z } from 'zod';
import { taskStatus } from '../frameworks/contract.ts';

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
   * Why the task could not be refreshed this time; its status is the last one known. `disconnected`: the configuration it
   * was linked under is gone; `gone`: the framework no longer has it. Both are for good.
   */
  error: z.string().optional(),
  /** When the framework is asked again by itself. */
  retry_at: time.optional(),
});
export type LinkedTask = z.output<typeof linkedTaskSchema>;
export const linkedTaskList = z.strictObject({ items: z.array(linkedTaskSchema) });

/** Linked tasks that another configuration, or none, would disconnect. */
export const openTaskCount = z.strictObject({ count: z.number().int() });

export const linkBody = z.strictObject({ external_id: z.string().trim().min(1).max(300) });
