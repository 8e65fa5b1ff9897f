import { useQueryClient } from '@tanstack/react-query';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { engagementKey, engagementListKey } from '../../api/engagements.ts';
import {
  simulationKey,
  simulationListKey,
  simulation as simulationQuery,
  writeSimulation,
} from '../../api/simulations.ts';
import { readAnew, takeOver } from '../../api/take-over.ts';
import { useFieldWriter } from '../../ui/record/use-field-writer.ts';
import { changeOf, type SimulationField, versionOf } from './simulation-fields.ts';

/** Takes over what the server answered about a simulation, here and in what is counted of it elsewhere. */
export function useTakeOver(): (simulation: Simulation) => Promise<void> {
  const queryClient = useQueryClient();
  return async (simulation) => {
    const before = queryClient.getQueryData<Simulation>(simulationKey(simulation.id));
    await takeOver(queryClient, simulationKey(simulation.id), simulation);
    void queryClient.invalidateQueries({ queryKey: [...simulationListKey, simulation.engagement_id] });
    if (before?.status === simulation.status) return;
    void queryClient.invalidateQueries({ queryKey: engagementKey(simulation.engagement_id) });
    void queryClient.invalidateQueries({ queryKey: engagementListKey });
  };
}

/** Saves the fields of a simulation by themselves. */
export function useSimulationWriter(simulationId: string) {
  const queryClient = useQueryClient();
  const takeOverHere = useTakeOver();
  return useFieldWriter<SimulationField>(`simulation.${simulationId}`, {
    known: () => {
      const simulation = queryClient.getQueryData<Simulation>(simulationKey(simulationId));
      return simulation && versionOf(simulation);
    },
    read: async () => versionOf(await readAnew(queryClient, simulationQuery(simulationId))),
    write: async (field, value, version) =>
      takeOverHere(await writeSimulation(simulationId, changeOf(field, value), version)),
  });
}
