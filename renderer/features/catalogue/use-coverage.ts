import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Mission, TestSummary } from '../../../server/missions/contract.ts';
import type { CoverageSummary } from '../../../server/missions/overview-contract.ts';
import type { SimulationListItem } from '../../../server/simulations/contract.ts';
import { coverage as coverageSummary } from '../../api/home.ts';
import { mission, missionList } from '../../api/missions.ts';
import { useMay } from '../../api/session.ts';
import { engagementSimulations } from '../../api/simulations.ts';
import { type Coverage, coverageOf, type Doing, entriesOf } from './coverage.ts';

/** How many missions are looked through for one technique: each is read whole. */
const mostMissions = 25;
/** How many are asked for at once: starting all of them would hold the page up. */
const atOnce = 4;
// Adding up is no live view: what was read lately is good enough.
const staleTime = 60_000;

export type Scope = { kind: 'all' } | { kind: 'mission'; id: string } | { kind: 'engagement'; id: string };

/** The scope an address names: nothing, `mission:<id>` or `engagement:<id>`. */
export function scopeNamed(text: string): Scope {
  const [kind, id] = text.split(':', 2);
  if ((kind === 'mission' || kind === 'engagement') && id) return { kind, id };
  return { kind: 'all' };
}

export const testWasRun = ({ status }: Pick<TestSummary, 'status'>) =>
  status === 'executed' || status === 'reviewed_by_blue';

/** What was done in a mission. */
export function doingsOf({ scenarios }: Mission): Doing[] {
  return scenarios.flatMap(({ tests }) =>
    tests.map((test) => ({
      entries: entriesOf(test.catalog_tags),
      wasRun: testWasRun(test),
      level: test.detection_level,
    })),
  );
}

function ofSimulations(simulations: readonly SimulationListItem[]): Doing[] {
  return simulations.map(({ techniques, executed_at, status, detection_level }) => ({
    entries: techniques.map(({ id }) => id),
    wasRun: executed_at !== null || status === 'review_required' || status === 'done',
    level: detection_level,
  }));
}

type Gathered = { missions: Mission[]; isPending: boolean; error: Error | null };

const none: Mission[] = [];

/** Told at once when all are there, because adding up and drawing again after each would hold the page up. */
function gathered(results: UseQueryResult<Mission>[]): Gathered {
  const isPending = results.some((result) => result.isPending);
  return {
    missions: isPending ? none : results.flatMap(({ data }) => (data ? [data] : [])),
    isPending,
    error: results.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** The newest missions one may see, whole, and how many there are. */
export function useMissions(enabled: boolean): Gathered & { total: number } {
  const may = useMay('mission.read');
  const list = useQuery({ ...missionList({ limit: mostMissions }), enabled: enabled && may, staleTime });
  const [most, setMost] = useState(atOnce);
  const newest = enabled && may ? (list.data?.items ?? []) : [];
  const read = useQueries({
    queries: newest.slice(0, most).map(({ id }) => ({ ...mission(id), staleTime })),
    combine: gathered,
  });
  const isMore = newest.length > most;
  useEffect(() => {
    if (isMore && !read.isPending) setMost(most + atOnce);
  }, [isMore, read.isPending, most]);
  const isPending = enabled && may && (list.isPending || read.isPending || isMore);
  return {
    missions: isPending ? none : read.missions,
    isPending,
    error: list.error ?? read.error,
    total: list.data?.total ?? 0,
  };
}

const nothing: Coverage = new Map();

/** What was tested within a scope. */
export function useCoverage(scope: Scope): {
  coverage: Coverage;
  isPending: boolean;
  error: Error | null;
  /** Over how many missions, where it is over all of them. */
  missions: number | null;
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
  const coverage = useMemo(() => {
    if (scope.kind === 'all') return all.data ? coverageIn(all.data) : nothing;
    if (scope.kind === 'mission') return one.data ? coverageOf(doingsOf(one.data)) : nothing;
    return simulations.data ? coverageOf(ofSimulations(simulations.data)) : nothing;
  }, [scope.kind, all.data, one.data, simulations.data]);
  if (isAll) {
    return { coverage, isPending: may && all.isPending, error: all.error, missions: all.data?.missions ?? 0 };
  }
  const { isPending, error } = scope.kind === 'mission' ? one : simulations;
  return { coverage, isPending, error, missions: null };
}

function coverageIn({ entries }: CoverageSummary): Coverage {
  return new Map(entries.map(({ external_id, ...standing }) => [external_id, standing]));
}
