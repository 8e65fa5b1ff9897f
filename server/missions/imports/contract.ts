import { z } from 'zod';
import { mostExpectedRules } from '../../../domain/detection-rules.ts';
import { keptVerdicts } from '../../../domain/expectations.ts';
import { findingKinds, findingSides, findingStatuses, suggestionCauses } from '../../../domain/findings.ts';
import {
  highestFinding,
  longestCaption,
  longestClient,
  longestExternalId,
  longestLabel,
  longestName,
  longestNote,
  mostDataComponents,
  mostEvidenceOfFact,
  mostFacts,
  mostPartsOfFinding,
  mostRuns,
  mostTestsOfRemediation,
  mostTools,
} from '../../../domain/limits.ts';
import { missionStatuses, settlings, testStatuses } from '../../../domain/missions.ts';
import { toolKinds } from '../../../domain/organisations.ts';
import {
  detectionCategories,
  detectionModifiers,
  factKinds,
  factResults,
  levelKeys,
  severities,
} from '../../../domain/outcomes.ts';
import { priorities, remediationStatuses } from '../../../domain/remediations.ts';
import { closedStatuses, runReasons } from '../../../domain/runs.ts';
import { sides } from '../../../domain/sides.ts';
import { mostSightings } from '../../../domain/sightings.ts';
import { blueFields, pickFields, redFields } from '../../../domain/test-record.ts';
import { importedThreats } from '../../catalogue/threats/contract.ts';
import { writtenRule } from '../../facts/expectations/contract.ts';
import { calendarDate, instant, longText, optionalText, shortName } from '../../fields.ts';
import { testTemplateBody } from '../../templates/contract.ts';
import { importedPath } from '../attack-path/contract.ts';
import { recordedClocks } from '../clocks/contract.ts';
import { runInput } from '../mission-tests/contract.ts';
import { importedAnswers, importedReplay } from '../replay/contract.ts';
import { importedSighting } from '../sightings/contract.ts';
import { importedTlpt } from '../tlpt/contract.ts';
import { wholeVariables } from '../variables/contract.ts';

// Limits of an imported mission, recorded elsewhere as a whole.

const toolName = z.string().trim().min(1).max(longestName);
const short = z.string().max(longestName).nullable();
const note = z.string().max(longestNote).nullable();
const text = longText.nullable();
const findingNumber = z.int().min(1).max(highestFinding);
const runNumber = z.int().min(1).max(mostRuns);

const fact = z.strictObject({
  kind: z.enum(factKinds),
  result: z.enum(factResults),
  at: instant.nullable(),
  time_confirmed: z.boolean().nullable(),
  tool: toolName.nullable(),
  rule_name: short,
  rule_id: short,
  alert_id: short,
  severity: z.enum(severities).nullable(),
  category: z.enum(detectionCategories).nullable(),
  note,
  settled: z.boolean(),
  modifiers: z.array(z.enum(detectionModifiers)).optional(),
  evidence: z.array(z.string()).max(mostEvidenceOfFact).optional(),
});

const evidence = z.strictObject({
  /** The file's name in the import. */
  member: z.string(),
  file_name: z.string().min(1),
  side: z.enum(sides),
  caption: z.string().max(longestCaption).nullable(),
});

export const importedRun = z.strictObject({
  ...pickFields(redFields, runInput),
  level: z.enum(levelKeys).nullable(),
  ...pickFields(blueFields, runInput),
  facts: z.array(fact).max(mostFacts),
  evidence: z.array(evidence).max(mostEvidenceOfFact * 10),
  reason: z.enum(runReasons).optional(),
  begun_at: instant.optional(),
  closed_at: instant.optional(),
  status: z.enum(closedStatuses).optional(),
  expectation_met: z.enum(keptVerdicts).optional(),
  replay: importedAnswers.optional(),
});
export type ImportedRun = z.output<typeof importedRun>;

const { expectations: _ofTemplates, source: _source, ...procedure } = testTemplateBody.shape;

export const importedTest = z.strictObject({
  ...procedure,
  expectations: z
    .array(
      z.strictObject({
        kind: z.enum(factKinds),
        result: z.enum(['yes', 'no', 'any']),
        severity: z.enum(severities).nullable(),
        within_seconds: z.int().min(1).nullable(),
        tools: z.array(toolName),
        rules: z.array(writtenRule).max(mostExpectedRules).optional(),
      }),
    )
    .max(factKinds.length),
  status: z.enum(testStatuses),
  hidden: z.boolean().optional(),
  run: importedRun,
  closed_runs: z.array(importedRun).max(mostRuns - 1),
  decided: z
    .array(z.strictObject({ of: z.enum(suggestionCauses), run: runNumber, reason: short }))
    .optional(),
});
export type ImportedTest = z.output<typeof importedTest>;

export const importedMission = z.strictObject({
  name: shortName,
  organisation: optionalText(longestClient),
  client: optionalText(longestClient),
  description: text,
  start_date: calendarDate.nullable(),
  end_date: calendarDate.nullable(),
  status: z.enum(missionStatuses).nullable(),
  variables: wholeVariables,
  tools: z
    .array(
      z.strictObject({
        name: toolName,
        vendor: z.string().max(longestName).nullable(),
        kind: z.enum(toolKinds),
        data_components: z
          .array(z.string().trim().min(1).max(longestLabel))
          .max(mostDataComponents)
          .optional(),
        retired: z.boolean().optional(),
      }),
    )
    .max(mostTools),
  scenarios: z.array(
    z.strictObject({
      name: shortName,
      description: testTemplateBody.shape.description,
      hidden: z.boolean().optional(),
    }),
  ),
  last_finding: findingNumber.optional(),
  settle_at_review: z.enum(settlings).exclude(['ask']).optional(),
  locked: z.boolean().optional(),
  visibility: z.literal('blind').optional(),
  threats: importedThreats.optional(),
  tlpt: importedTlpt.optional(),
  clocks: recordedClocks.optional(),
  path: importedPath.optional(),
  sightings: z.array(importedSighting).max(mostSightings).optional(),
  sightings_visible_to_red: z.boolean().optional(),
  replay: importedReplay.optional(),
  replay_opened: z.boolean().optional(),
});
export type ImportedMission = z.output<typeof importedMission>;

const runOf = z.strictObject({ test: z.string(), run: runNumber });

export const importedRemediation = z.strictObject({
  title: shortName,
  shortcoming: note,
  root_cause: note,
  measure: note,
  risk_if_not_done: note,
  priority: z.enum(priorities),
  status: z.enum(remediationStatuses),
  owner: optionalText(longestName),
  due_on: calendarDate.nullable(),
  tests: z.array(z.string()).max(mostTestsOfRemediation),
  verified_by: runOf.optional(),
  rule: writtenRule.optional(),
});
export type ImportedRemediation = z.output<typeof importedRemediation>;

export const importedFinding = z.strictObject({
  number: findingNumber,
  title: shortName,
  severity: z.enum(severities),
  kind: z.enum(findingKinds),
  side: z.enum(findingSides),
  status: z.enum(findingStatuses),
  description: note,
  impact: note,
  root_cause: note,
  recommendation: note,
  affected: note,
  references: z.array(z.string().trim().min(1).max(longestName)).max(mostPartsOfFinding),
  techniques: z.array(z.string().trim().min(1).max(longestExternalId)).max(mostPartsOfFinding),
  tests: z.array(runOf).max(mostPartsOfFinding),
  evidence: z.array(runOf.extend({ sha256: z.string() })).max(mostPartsOfFinding),
  remediations: z.array(z.string()).max(mostPartsOfFinding),
  suggestions: z.array(runOf.extend({ of: z.enum(suggestionCauses) })).max(mostPartsOfFinding),
});
export type ImportedFinding = z.output<typeof importedFinding>;
