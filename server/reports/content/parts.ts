import type { ReportedSide, ReportPart } from '../../../domain/reports.ts';
import type { Side } from '../../../domain/sides.ts';

type Named = {
  /** Stands above it where its section has several parts. */
  title: string;
  /** What is said where there is nothing. */
  nothing: string;
  /** Whose record it shows and nothing else: a report of the other side leaves it out. */
  of?: Side;
};

/** What each part of a report is called in every format, in the order of `reportParts`. */
export const partNames: Readonly<Record<ReportPart, Named>> = {
  control: { title: 'Document', nothing: '' },
  people: { title: 'People', nothing: 'Nobody is named.' },
  scope: { title: 'Scope', nothing: '' },
  outcome: { title: 'Outcome', nothing: 'No test was run yet.', of: 'blue' },
  within: {
    title: 'Detected in time',
    nothing: 'It is not known of any test whether it was detected.',
    of: 'blue',
  },
  by_tactic: { title: 'By tactic', nothing: 'No test of a tactic was run yet.', of: 'blue' },
  change: {
    title: 'Change',
    nothing: 'There is no earlier mission of this organisation to compare with.',
    of: 'blue',
  },
  gaps: { title: 'Gaps', nothing: 'No test was missed.', of: 'blue' },
  strengths: {
    title: 'Strengths',
    nothing: 'There is no technique whose tests were all prevented or alerted.',
    of: 'blue',
  },
  remediation_status: { title: 'Remediations', nothing: 'No remediations are planned.' },
  method: { title: 'Definitions', nothing: '' },
  figures: { title: 'Figures', nothing: 'No test was run yet.', of: 'blue' },
  heat_map: { title: 'Coverage', nothing: 'No test is tagged with a technique.', of: 'blue' },
  expected: { title: 'Expected against actual', nothing: 'Nothing was expected of a test.', of: 'blue' },
  timeline: { title: 'Timeline', nothing: 'No test or fact has a time.' },
  scenarios: { title: 'Scenarios', nothing: 'There are no scenarios.' },
  attack_paths: { title: 'Steps', nothing: 'No test was run yet.', of: 'red' },
  detections: { title: 'Detections', nothing: 'No test was run yet.', of: 'blue' },
  tests: { title: 'Tests', nothing: 'There are no tests.' },
  misses: { title: 'Misses', nothing: 'No test was missed.', of: 'blue' },
  causes: { title: 'Root causes', nothing: 'No attack succeeded.', of: 'red' },
  remediation_plan: { title: 'Remediations', nothing: 'No remediations are planned.' },
  not_run: { title: 'Tests that were not run', nothing: 'Every test was run.' },
  all_tests: { title: 'All tests', nothing: 'There are no tests.' },
  evidence: { title: 'Evidence', nothing: 'There is no evidence.' },
  tools: { title: 'Tools', nothing: 'No tools are named.', of: 'blue' },
  history: { title: 'History', nothing: 'There is no history yet.' },
};

/** Takes a part, returns what a report of one side says in its place; null where it shows it. */
export function describeLeftOutPart(part: ReportPart, side: ReportedSide): string | null {
  const { of } = partNames[part];
  if (of === undefined || side === 'both' || side === of) return null;
  return describeLeftOut(of);
}

/** Says that the record of a side is not in a report. */
export function describeLeftOut(of: Side): string {
  return `This report leaves out what the ${of} team recorded.`;
}
