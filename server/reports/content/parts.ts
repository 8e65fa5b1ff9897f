import type { ReportedSide, ReportPart } from '../../../domain/reports.ts';
import type { Side } from '../../../domain/sides.ts';
import type { Wording } from '../dates.ts';

/** Side of a part with records of that side only: a report of the other side omits it. */
const sideOf: Partial<Record<ReportPart, Side>> = {
  outcome: 'blue',
  within: 'blue',
  by_tactic: 'blue',
  change: 'blue',
  gaps: 'blue',
  strengths: 'blue',
  figures: 'blue',
  heat_map: 'blue',
  expected: 'blue',
  attack_paths: 'red',
  detections: 'blue',
  misses: 'blue',
  causes: 'red',
  tools: 'blue',
  ttps: 'red',
  log_entries: 'blue',
  noticed: 'blue',
  sightings: 'blue',
  replay_steps: 'blue',
};

/** Takes a part, returns the text shown when it is empty. */
export function describeNothing(part: ReportPart, { t }: Wording): string {
  // These parts always have content.
  if (part === 'control' || part === 'scope' || part === 'method') return '';
  return t(`report_parts.nothing.${part}`);
}

/** Takes a part, returns the text that replaces it in a report of one side; null when the part is shown. */
export function describeLeftOutPart(part: ReportPart, side: ReportedSide, { t }: Wording): string | null {
  const of = sideOf[part];
  if (of === undefined || side === 'both' || side === of) return null;
  return t(`reports.side_left_out.${of}`);
}
