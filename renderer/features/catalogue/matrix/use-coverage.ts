import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { wasRun } from '../../../../domain/missions.ts';
import { isHandedOver } from '../../../../domain/simulations.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { CoverageSummary } from '../../../../server/missions/overview/contract.ts';
import type { SimulationListItem } from '../../../../server/simulations/contract.ts';
import { detectionLevels } from '../../../api/catalogue/detection-levels.ts';
import { useMay } from '../../../api/connection/session.ts';
import { engagementSimulations } from '../../../api/engagements/simulations.ts';
import { coverage as coverageSummary } from '../../../api/home.ts';
import { mission } from '../../../api/missions/missions.ts';
import { useIsPart } from '../../missions/hiding/hidden-tests.ts';
import { useIsPartOfMissions } from '../../missions/hiding/seen-note.tsx';
import { type Coverage, type Doing, listEntries, type Tallies, tallyUp } from './coverage.ts';
import { type MatrixMode, shade, usualMode } from './matrix-mode.ts';

export type Scope = { kind: 'all' } | { kind: 'mission'; id: string } | { kind: 'engagement'; id: string };

/** The scope in an address: nothing, `mission:<id>` or `engagement:<id>`. */
export function parseScope(text: string): Scope {
  const [kind, id] = text.split(':', 2);
  if ((kind === 'mission' || kind === 'engagement') && id) return { kind, id };
  return { kind: 'all' };
}

/** Tests of a mission. */
function listTestsDone({ scenarios }: Mission): Doing[] {
  return scenarios.flatMap(({ tests }) =>
    tests.map((test) => ({
      entries: listEntries(test.catalog_tags),
      wasRun: wasRun(test.status),
      level: test.detection_level,
      outcome: test.outcome,
    })),
  );
}

function listSimulationsDone(simulations: readonly SimulationListItem[]): Doing[] {
  return simulations.map(({ techniques, executed_at, status, detection_level, outcome }) => ({
    entries: techniques.map(({ id }) => id),
    wasRun: executed_at !== null || isHandedOver(status),
    level: detection_level,
    outcome,
  }));
}

const nothing: Tallies = new Map();

/** Coverage within a scope, in a mode. */
export function useCoverage(
  scope: Scope,
  mode: MatrixMode = usualMode,
): {
  coverage: Coverage;
  isPending: boolean;
  error: Error | null;
  /** Number of missions, when the scope is all of them. */
  missions: number | null;
  /** Whether it covers the tests that this person sees, not all. */
  isPart: boolean;
} {
  const may = useMay('mission.read');
  const isAll = scope.kind === 'all';
  const all = useQuery({ ...coverageSummary(), enabled: isAll && may });
  const one = useQuery({
    ...mission(scope.kind === 'mission' ? scope.id : ''),
    enabled: scope.kind === 'mission',
  });
  const simulations = useQuery({
    ...engagementSimulations(scope.kind === 'engagement' ? scope.id : ''),
    enabled: scope.kind === 'engagement',
  });
  const isPartOf = useIsPart();
  const isPartOfAll = useIsPartOfMissions({}, { enabled: isAll });
  const tallies = useMemo(() => {
    if (scope.kind === 'all') return all.data ? toTallies(all.data) : nothing;
    if (scope.kind === 'mission') return one.data ? tallyUp(listTestsDone(one.data)) : nothing;
    return simulations.data ? tallyUp(listSimulationsDone(simulations.data)) : nothing;
  }, [scope.kind, all.data, one.data, simulations.data]);
  const levels = useQuery(detectionLevels);
  const coverage = useMemo(() => shade(tallies, mode, levels.data ?? []), [tallies, mode, levels.data]);
  if (isAll) {
    const missions = all.data?.missions ?? 0;
    return { coverage, isPending: may && all.isPending, error: all.error, missions, isPart: isPartOfAll };
  }
  const { isPending, error } = scope.kind === 'mission' ? one : simulations;
  const isPart = one.data !== undefined && isPartOf(one.data);
  return { coverage, isPending, error, missions: null, isPart };
}

function toTallies({ entries }: CoverageSummary): Tallies {
  return new Map(entries.map(({ external_id, ...tally }) => [external_id, tally]));
}
