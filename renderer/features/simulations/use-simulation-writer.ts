import { useQueryClient } from '@tanstack/react-query';
import { getKnownSimulation, readSimulationAnew, writeSimulation } from '../../api/simulations.ts';
import { useFieldWriter } from '../../ui/record/use-field-writer.ts';
import { type SimulationField, toPatch, toVersion } from './simulation-fields.ts';

/** Saves the fields of a simulation by themselves. */
export function useSimulationWriter(simulationId: string) {
  const queryClient = useQueryClient();
  return useFieldWriter<SimulationField>(`simulation.${simulationId}`, {
    known: () => {
      const simulation = getKnownSimulation(queryClient, simulationId);
      return simulation && toVersion(simulation);
    },
    read: async () => toVersion(await readSimulationAnew(queryClient, simulationId)),
    write: (field, value, version) =>
      writeSimulation(queryClient, simulationId, toPatch(field, value), version),
  });
}
