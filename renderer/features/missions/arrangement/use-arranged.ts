import { useMemo } from 'react';
import type { Mission } from '../../../../server/missions/contract.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import { type Arrangement, arrange, listRows, readArrangement } from './arrange-tests.ts';
import type { Row } from './rows.ts';
import { useTactics } from './use-tactics.ts';

/** The tests of a mission, all of them and as the address arranges them. */
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
  const rows = useMemo(() => arrange(all, arrangement), [all, arrangement]);
  return { arrangement, all, rows };
}
