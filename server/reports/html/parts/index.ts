import type { ReportPart } from '../../../../domain/reports.ts';
import type { Part } from '../report.ts';
import * as appendix from './appendix.ts';
import * as figures from './figures.ts';
import * as findings from './findings.ts';
import * as frame from './frame.ts';
import * as replay from './replay.ts';
import * as results from './results.ts';
import * as sightings from './sightings.ts';
import * as tests from './tests.ts';
import * as tlpt from './tlpt.ts';

/** Every part except the tests themselves, which are written one by one. */
export const parts: Readonly<Record<Exclude<ReportPart, 'tests'>, Part>> = {
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
  method: figures.method,
  figures: figures.figures,
  heat_map: results.heatMap,
  expected: results.expected,
  timeline: results.timeline,
  scenarios: tests.scenarios,
  attack_paths: tests.attackPaths,
  detections: tests.detections,
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
