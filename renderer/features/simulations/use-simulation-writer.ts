import { useQueryClient } from '@tanstack/react-query';
import { knownSimulation, readSimulationAnew, writeSimulation } from '../../api/simulations.ts';
import { useFieldWriter } from '../../ui/record/use-field-writer.ts';
import { changeOf, type SimulationField, versionOf } from './simulation-fields.ts';

/** Saves the fields of a simulation by themselves. */
export function useSimulationWriter(simulationId: string) {
  const queryClient = useQueryClient();
  return useFieldWriter<SimulationField>(`simulation.${simulationId}`, {
    known: () => {
      const simulation = knownSimulation(queryClient, simulationId);
      return simulation && versionOf(simulation);
    },
    read: async () => versionOf(await readSimulationAnew(queryClient, simulationId)),
    write: (field, value, version) =>
      writeSimulation(queryClient, simulationId, changeOf(field, value), version),
  });
}
