import { z } from 'zod';
import { mostTests, mostTestsOfTasks, mostTestsOfTemplates } from '../../../domain/limits.ts';
import { testTemplatePatchBody } from '../../templates/contract.ts';
import { testSummary } from '../contract.ts';

const id = z.uuid();
const { command, ...fields } = testTemplatePatchBody.pick({
  name: true,
  description: true,
  objective: true,
  procedure: true,
  command: true,
  cleanup_command: true,
  expected_detection: true,
  platforms: true,
  opsec: true,
  tags: true,
  catalog_tags: true,
}).shape;

/** Plan of a test, with the fields of a test template. */
export const planPatchBody = z.strictObject({ ...fields, suggested_command: command });
export type PlanPatch = z.output<typeof planPatchBody>;
type Plan = { [K in keyof PlanPatch]-?: Exclude<PlanPatch[K], undefined> };

function toPlan(name: string, plan: PlanPatch): Plan {
  return {
    name,
    description: plan.description ?? null,
    objective: plan.objective ?? null,
    procedure: plan.procedure ?? null,
    suggested_command: plan.suggested_command ?? null,
    cleanup_command: plan.cleanup_command ?? null,
    expected_detection: plan.expected_detection ?? null,
    platforms: plan.platforms ?? [],
    opsec: plan.opsec ?? null,
    tags: plan.tags ?? [],
    catalog_tags: plan.catalog_tags ?? [],
  };
}

export type NewTests =
  | { plan: Plan }
  | { test_template_ids: string[] }
  | { engagement_id: string; task_external_ids: string[] };

/** A hand-written test with its plan, tests from templates, or tests from tasks of an engagement's C2 framework. */
export const newTestsBody = z
  .strictObject({
    ...planPatchBody.shape,
    test_template_ids: z.array(id).min(1).max(mostTestsOfTemplates).optional(),
    engagement_id: id.optional(),
    task_external_ids: z.array(z.string().trim().min(1).max(300)).min(1).max(mostTestsOfTasks).optional(),
  })
  .transform(({ test_template_ids, engagement_id, task_external_ids, ...plan }, context): NewTests => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    const given = Object.keys(plan) as (keyof PlanPatch)[];
    if (test_template_ids === undefined && engagement_id === undefined && task_external_ids === undefined) {
      const { name } = plan;
      if (name === undefined) return refuse('name', 'is needed, or test_template_ids, or engagement_id');
      return { plan: toPlan(name, plan) };
    }
    if (given[0] !== undefined) return refuse(given[0], 'is only for a test by hand');
    if (test_template_ids !== undefined) {
      if (engagement_id === undefined && task_external_ids === undefined) return { test_template_ids };
      return refuse('engagement_id', "can't be given together with test_template_ids");
    }
    if (engagement_id === undefined) return refuse('engagement_id', 'is needed with task_external_ids');
    if (task_external_ids === undefined) return refuse('task_external_ids', 'is needed with engagement_id');
    return { engagement_id, task_external_ids };
  });

export const newTests = z.strictObject({ tests: z.array(testSummary) });

/** If omitted, `position` is the end of the scenario, and `mission_id` the present one. */
export const testPlaceBody = z.strictObject({
  mission_id: id.optional(),
  scenario_id: id,
  position: z.int().min(0).max(mostTests).optional(),
});
export type NewPlace = Omit<z.output<typeof testPlaceBody>, 'mission_id'>;
