import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Mission } from '../../../../server/missions/contract.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import { figureTests } from '../../../api/missions/figures.ts';
import { sightingFigures } from '../../../api/missions/sightings.ts';
import { type Arrangement, arrange, listRows, readArrangement } from './arrange-tests.ts';
import type { Row } from './rows.ts';
import { useTactics } from './use-tactics.ts';

/** The tests of a mission: all of them, and as arranged by the address. */
export function useArranged(
  mission: Mission | undefined,
  parameters: URLSearchParams,
): { arrangement: Arrangement; all: Row[]; rows: Row[] } {
  const arrangement = useMemo(() => readArrangement(parameters), [parameters]);
  const { columns } = usePreferences().test_table;
  const { sort, group, tactic } = arrangement;
  const asksForTactics =
    sort === 'tactic' || group === 'tactic' || tactic !== null || columns?.includes('tactic') === true;
  const { byTechnique } = useTactics(mission, asksForTactics);
  const all = useMemo(() => (mission ? listRows(mission, byTechnique) : []), [mission, byTechnique]);
  const ofFigure = useCounted(mission, arrangement);
  const ofSightings = useSighted(mission, arrangement);
  const counted = useMemo(
    () =>
      ofFigure === null || ofSightings === null
        ? (ofFigure ?? ofSightings)
        : ofFigure.intersection(ofSightings),
    [ofFigure, ofSightings],
  );
  const rows = useMemo(() => arrange(all, arrangement, counted), [all, arrangement, counted]);
  return { arrangement, all, rows };
}

const none: ReadonlySet<string> = new Set();

/** The tests counted in the chosen figure, empty while loading; null without a figure. */
function useCounted(
  mission: Mission | undefined,
  { figure, tool, runs }: Arrangement,
): ReadonlySet<string> | null {
  const part = useMemo(() => ({ ...(tool && { tool }), ...(runs && { runs }) }), [tool, runs]);
  const isWanted = figure !== null || tool !== null;
  const { data } = useQuery({
    ...figureTests(mission ?? noMission, figure ?? 'attempted', part),
    enabled: mission !== undefined && isWanted,
  });
  return isWanted ? (data ?? none) : null;
}

/** The tests counted in the chosen figure of sightings, empty while loading; null without one. */
function useSighted(mission: Mission | undefined, { sighted }: Arrangement): ReadonlySet<string> | null {
  const { data } = useQuery({
    ...sightingFigures(mission?.id ?? ''),
    enabled: mission !== undefined && sighted !== null,
  });
  return useMemo(() => (sighted === null ? null : new Set(data?.tests[sighted] ?? [])), [sighted, data]);
}

const noMission = { id: '', scenarios: [] } as unknown as Mission;
