import type { Permission } from './permissions.ts';
import type { RemediationStatus } from './remediations.ts';
import type { ReportedSide } from './reports.ts';
import { sides, writePermission } from './sides.ts';
import type { TestGapState } from './test-gaps.ts';

export const findingKinds = ['detection_gap', 'prevention_gap', 'vulnerability', 'process', 'other'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Side that may read a finding until a report shares it. */
export const findingSides = ['red', 'blue', 'both'] as const;
export type FindingSide = (typeof findingSides)[number];

/** Takes someone's permissions, returns the sides whose findings they may read: those they write, and shared ones. */
export function listReadableSides(permissions: ReadonlySet<Permission>): FindingSide[] {
  return ['both', ...sides.filter((side) => permissions.has(writePermission[side]))];
}

/** Takes the side shown in a report, returns the sides whose findings its readers may read. */
export function listReportedSides(side: ReportedSide): FindingSide[] {
  return side === 'both' ? ['both'] : ['both', side];
}

/** States of a finding; any state may follow any other. */
export const findingStatuses = [
  'draft',
  'confirmed',
  'fixed',
  'verified',
  'risk_accepted',
  'dismissed',
] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** Reason for a suggestion: a gap of a test, or an attack that succeeded. */
export const suggestionCauses = ['gap', 'attack'] as const;
export type SuggestionCause = (typeof suggestionCauses)[number];

type Suggested = { of: SuggestionCause; test_id: string; run: number };

/** Name of a suggestion, which identifies decisions on it. */
export function nameSuggestion({ of, test_id, run }: Suggested): string {
  return `${of}:${test_id}:${run}`;
}

/** The suggestion of a name, or null. */
export function readSuggestion(name: string): Suggested | null {
  const [cause, test_id = '', run = ''] = name.split(':');
  const of = suggestionCauses.find((one) => one === cause);
  return of === undefined || !/^\d+$/.test(run) ? null : { of, test_id, run: Number(run) };
}

type Standing = {
  status: FindingStatus;
  remediations: readonly RemediationStatus[];
  /** Gap of each of its tests; null when it has none. */
  gaps: readonly (TestGapState | null)[];
};

/**
 * Takes the state set by a person, the remediations and the gaps of a finding's tests, returns the effective state: a confirmed
 * one is fixed once all of its remediations are, and verified once a later run of each of its tests has no gap. `came_back`: one
 * of its tests has the gap again.
 */
export function standOf({ status, remediations, gaps }: Standing): {
  status: FindingStatus;
  came_back: boolean;
} {
  const came_back = gaps.includes('came_back');
  if (status !== 'confirmed' && status !== 'fixed') return { status, came_back };
  if (gaps.length > 0 && gaps.every((gap) => gap === 'proven')) return { status: 'verified', came_back };
  const isFixed =
    remediations.length > 0 && remediations.every((one) => one === 'fixed' || one === 'verified');
  return { status: isFixed ? 'fixed' : status, came_back };
}

/**
 * Takes the basis of a finding's state, returns the states to which a person can move it: not those that its remediations and
 * tests would change at once.
 */
export function listFindingMoves(standing: Standing): FindingStatus[] {
  const present = standOf(standing).status;
  return findingStatuses.filter(
    (status) => status !== present && standOf({ ...standing, status }).status === status,
  );
}
