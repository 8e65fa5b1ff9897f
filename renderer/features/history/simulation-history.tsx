import { useMemo } from 'react';
import { useOutletContext } from 'react-router';
import { engagementHistory } from '../../api/history.ts';
import { t } from '../../words.ts';
import type { SimulationPageContext } from '../simulations/simulation-outlet.ts';
import { RecordHistory } from './record-history.tsx';
import { useSimulationRestorer } from './use-restorers.ts';

/** History of a simulation, next to its page. */
export function SimulationHistory() {
  const context = useOutletContext<SimulationPageContext>();
  const { id, engagement_id } = context.simulation;
  const restorer = useSimulationRestorer(context);
  return (
    <RecordHistory
      title={t('history.history_of_this_simulation')}
      to={`/engagements/${engagement_id}/simulations/${id}`}
      source={useMemo(() => engagementHistory(engagement_id), [engagement_id])}
      of={{ simulation_id: id }}
      levels={context.levels}
      restorer={restorer}
    />
  );
}
