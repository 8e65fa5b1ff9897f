import { type ReportPart, reportParts } from '../../../../domain/reports.ts';
import { describeLeftOutPart, describeNothing } from '../../content/parts.ts';
import type { Part, Report } from '../report.ts';
import type { Data } from '../values.ts';
import * as appendix from './appendix.ts';
import * as findings from './findings.ts';
import * as frame from './frame.ts';
import * as replay from './replay.ts';
import * as results from './results.ts';
import * as sightings from './sightings.ts';
import { testsInFull } from './test.ts';
import * as tests from './tests.ts';
import * as tlpt from './tlpt.ts';

const parts: Readonly<Record<ReportPart, Part>> = {
  control: frame.control,
  people: frame.people,
  scope: frame.scope,
  outcome: results.outcome,
  within: results.within,
  by_tactic: results.byTactic,
  change: results.change,
  gaps: frame.gaps,
  top_findings: findings.topFindings,
  findings: findings.findings,
  strengths: frame.strengths,
  remediation_status: frame.remediationStatus,
  method: results.method,
  figures: results.figures,
  heat_map: results.heatMap,
  expected: results.expected,
  timeline: results.timeline,
  scenarios: tests.scenarios,
  attack_paths: tests.attackPaths,
  detections: tests.detections,
  tests: testsInFull,
  misses: tests.misses,
  causes: tests.causes,
  remediation_plan: appendix.remediationPlan,
  not_run: tests.notRun,
  all_tests: tests.allTests,
  evidence: appendix.evidence,
  tools: appendix.tools,
  history: appendix.history,
  parties: tlpt.parties,
  functions: tlpt.functions,
  phases: tlpt.phases,
  deadlines: tlpt.deadlines,
  flags: tlpt.flags,
  leg_ups: tlpt.legUps,
  deviations: tlpt.deviations,
  topics: tlpt.topics,
  feedback: tlpt.feedback,
  ttps: tlpt.ttps,
  log_entries: tlpt.logEntries,
  finding_plan: tlpt.planOfFindings,
  noticed: sightings.noticed,
  sightings: sightings.sightings,
  replay: replay.replay,
  replay_steps: replay.replaySteps,
};

/** Takes a part, returns the values of its fields, or its replacement text. */
export async function fillPart(report: Report, part: ReportPart, isTitled: boolean): Promise<Data> {
  const { wording } = report;
  const leftOut = describeLeftOutPart(part, report.model.report.options.side, wording);
  const said = leftOut === null ? await parts[part](report) : null;
  const hasFields = Array.isArray(said?.fields) && said.fields.length > 0;
  return {
    part_title: isTitled ? wording.t(`report_parts.title.${part}`) : null,
    nothing: said === null ? (leftOut ?? describeNothing(part, wording)) : null,
    intro: null,
    ...said,
    has_fields: hasFields,
    has_outcomes: report.model.report.options.side !== 'red',
    has_results_alone: report.model.report.options.side === 'red',
    ...Object.fromEntries(reportParts.map((name) => [`is_${name}`, name === part && said !== null])),
  };
}
