import type { ReportedSide, ReportPart } from '../../../domain/reports.ts';
import type { Side } from '../../../domain/sides.ts';
import type { Wording } from '../dates.ts';

/** Whose record a part shows and nothing else: a report of the other side leaves it out. */
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
};

/** Takes a part, returns what stands in its place where there is nothing. */
export function describeNothing(part: ReportPart, { t }: Wording): string {
  // These say something of every mission.
  if (part === 'control' || part === 'scope' || part === 'method') return '';
  return t(`reports.part.nothing.${part}`);
}

/** Takes a part, returns what a report of one side says in its place; null where it shows it. */
export function describeLeftOutPart(part: ReportPart, side: ReportedSide, { t }: Wording): string | null {
  const of = sideOf[part];
  if (of === undefined || side === 'both' || side === of) return null;
  return t(`reports.side_left_out.${of}`);
}
