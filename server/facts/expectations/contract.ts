import { z } from 'zod';
import { mostExpectedRules, type NamedRule } from '../../../domain/detection-rules.ts';
import { expectationVerdicts, expectedParts, expectedResults } from '../../../domain/expectations.ts';
import { longestDelay, longestName, mostExpectedTools } from '../../../domain/limits.ts';
import { factKinds, severities } from '../../../domain/outcomes.ts';
import { emptiable, optionalText, shownBeside } from '../../fields.ts';

const id = z.uuid();

/** A rule by its id, its name, or both. */
export const namedRule = z.strictObject({ rule_id: z.string().nullable(), rule_name: z.string().nullable() });
/** The same as written. */
export const writtenRule = z
  .strictObject({ rule_id: optionalText(longestName), rule_name: optionalText(longestName) })
  .refine(
    ({ rule_id, rule_name }) => rule_id !== null || rule_name !== null,
    'needs a rule_id or a rule_name',
  );

const expectationFields = {
  kind: z.enum(factKinds),
  result: z.enum(expectedResults),
  severity: z.enum(severities).nullable(),
  within_seconds: z.int().min(1).max(longestDelay).nullable(),
  /** Rules that all have to fire; omitted for any. */
  rules: z.array(namedRule).optional(),
};

/** As in templates, plus tools: these belong to an organisation, and templates don't. */
export const templateExpectation = z.strictObject({ ...expectationFields, tool_ids: z.array(id) });
export type TemplateExpectation = z.output<typeof templateExpectation>;

/** As in tests, with the names of the tools and the verdict. */
export const testExpectation = z.strictObject({
  ...expectationFields,
  tool_ids: z.array(id),
  tools: z.array(z.strictObject({ id, name: z.string() })),
  /** `missed` is shown as "not met". */
  met: z.enum(expectationVerdicts),
  /** Parts that fall short when missed, or are unknown when open. */
  parts: z.array(z.enum(expectedParts)),
});
export type TestExpectation = z.output<typeof testExpectation>;

const writtenFields = {
  ...expectationFields,
  severity: expectationFields.severity.default(null),
  within_seconds: expectationFields.within_seconds.default(null),
  rules: z.array(writtenRule).max(mostExpectedRules).optional(),
};
const noTools = z.array(id).max(0, 'a template names no tools: tools belong to an organisation');
const tools = z.array(id).max(mostExpectedTools);

type Written = Omit<TemplateExpectation, 'tool_ids'> & { tool_ids: string[] };

/** Finds faults across fields: a repeated kind or tool, and conditions on an unrestricted expectation. */
function judgeTogether(written: readonly Written[], context: z.core.$RefinementCtx): void {
  const refuse = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', path, message });
  for (const [place, { kind, result, severity, within_seconds, tool_ids, rules = [] }] of written.entries()) {
    if (written.findIndex((other) => other.kind === kind) < place) refuse('is listed twice', place, 'kind');
    if (result === 'any') {
      const message = 'says nothing where any result is expected';
      if (severity !== null) refuse(message, place, 'severity');
      if (within_seconds !== null) refuse(message, place, 'within_seconds');
      if (rules.length > 0) refuse(message, place, 'rules');
    }
    const repeated = tool_ids.findIndex((tool, index) => tool_ids.indexOf(tool) < index);
    if (repeated !== -1) refuse('is listed twice', place, 'tool_ids', repeated);
  }
}

/** At most one of each kind. */
export const templateExpectationsField = emptiable(
  z
    .array(z.strictObject({ ...writtenFields, tool_ids: emptiable(noTools).default([]) }))
    .max(factKinds.length),
).superRefine(judgeTogether);

export const testExpectationsBody = z.strictObject({
  expectations: emptiable(
    z
      .array(
        z.strictObject({
          ...writtenFields,
          tool_ids: emptiable(tools).default([]),
          ...shownBeside('tools', 'met', 'parts'),
        }),
      )
      .max(factKinds.length),
  ).superRefine(judgeTogether),
});
export type ExpectationInput = z.output<typeof testExpectationsBody>['expectations'][number];

/** Takes the JSON column of a template or a test, returns its expectations without tools. */
export function readExpectations(json: string): TemplateExpectation[] {
  return (JSON.parse(json) as Omit<TemplateExpectation, 'tool_ids'>[]).map((expectation) => ({
    ...expectation,
    tool_ids: [],
  }));
}

/** Pattern for `like` of a JSON column that may name rules. */
export const namingRules = '%"rules":[%';

/** Takes the JSON column, returns the rules that have to fire. */
export function readExpectedRules(json: string): NamedRule[] {
  return readExpectations(json).flatMap(({ result, rules = [] }) => (result === 'yes' ? rules : []));
}

/** The JSON column, ordered by kind. */
export function writeExpectations(expectations: readonly Omit<TemplateExpectation, 'tool_ids'>[]): string {
  return JSON.stringify(
    factKinds.flatMap((known) =>
      expectations
        .filter(({ kind }) => kind === known)
        .map(({ kind, result, severity, within_seconds, rules }) => ({
          ...{ kind, result, severity, within_seconds },
          ...(rules !== undefined && rules.length > 0 && { rules }),
        })),
    ),
  );
}
