import type { ImportFormat } from '../../../domain/interchange.ts';
import { blankProcedure } from '../../../domain/procedures.ts';
import { blankFields, blueFields, redFields } from '../../../domain/test-record.ts';
import type {
  ImportPlan,
  Place,
  PlannedExecution,
  PlannedFact,
  PlannedMission,
  PlannedRun,
  PlannedTest,
} from '../plan.ts';

export function blankPlan(format: ImportFormat, version: string | null = null): ImportPlan {
  return {
    format,
    version,
    templates: [],
    scenarios: [],
    missions: [],
    executions: [],
    selections: [],
    rules: [],
    refused: [],
    notes: [],
  };
}

export function blankMission(row: Place, sourceId: string, name: string): PlannedMission {
  return {
    row,
    sourceId,
    leftover: [],
    name,
    organisation: null,
    client: null,
    description: null,
    start_date: null,
    end_date: null,
    status: null,
    variables: {},
    tools: [],
    scenarios: [],
    remediations: [],
    findings: [],
  };
}

export function blankRun(): PlannedRun {
  return {
    ...blankFields(redFields),
    level: null,
    ...blankFields(blueFields),
    facts: [],
    evidence: [],
  };
}

export function blankTest(row: Place, sourceId: string, name: string): PlannedTest {
  return {
    row,
    sourceId,
    leftover: [],
    ...blankProcedure(name),
    status: 'pending',
    run: blankRun(),
    closed_runs: [],
  };
}

export function blankFact(kind: PlannedFact['kind'], result: PlannedFact['result']): PlannedFact {
  return {
    kind,
    result,
    at: null,
    time_confirmed: null,
    tool: null,
    rule_name: null,
    rule_id: null,
    alert_id: null,
    severity: null,
    category: null,
    note: null,
    settled: false,
  };
}

export function blankExecution(row: Place, sourceId: string, name: string): PlannedExecution {
  return {
    row,
    sourceId,
    leftover: [],
    name,
    catalog_tags: [],
    template: null,
    ...blankFields(redFields),
  };
}
