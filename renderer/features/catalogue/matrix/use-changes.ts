import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { comparison } from '../../../api/missions/comparison.ts';
import { missionFigures } from '../../../api/missions/figures.ts';
import { mission } from '../../../api/missions/missions.ts';
import { listChangeShades, listMissionChanges, listRunChanges, shadeChanges } from './changes.ts';
import type { Coverage, Shade } from './coverage.ts';
import type { Earlier } from './earlier.ts';
import type { Scope } from './use-coverage.ts';

const none: Coverage = new Map();

/** The techniques of a mission coloured by the changes of their tests since `earlier`. */
export function useChanges(
  scope: Scope,
  earlier: Earlier | null,
): { coverage: Coverage; shades: readonly Shade[]; isPending: boolean; error: Error | null } {
  const missionId = scope.kind === 'mission' ? scope.id : '';
  const isOfRuns = earlier?.kind === 'first';
  const before = earlier?.kind === 'mission' ? earlier.id : '';
  const compared = useQuery({ ...comparison({ now: missionId, before }), enabled: before !== '' });
  const own = useQuery({ ...mission(missionId), enabled: isOfRuns });
  const figures = useQuery({
    ...missionFigures(own.data ?? { id: missionId, scenarios: [], outline_changed_at: null }),
    enabled: isOfRuns && own.data !== undefined,
  });
  const shades = useMemo(() => listChangeShades(isOfRuns), [isOfRuns]);
  const coverage = useMemo(() => {
    if (isOfRuns) {
      if (own.data === undefined || figures.data === undefined) return none;
      return shadeChanges(listRunChanges(own.data, figures.data), shades);
    }
    return compared.data === undefined ? none : shadeChanges(listMissionChanges(compared.data), shades);
  }, [isOfRuns, own.data, figures.data, compared.data, shades]);
  const { isPending, error } = isOfRuns ? figures : compared;
  return { coverage, shades, isPending, error: own.error ?? error };
}
