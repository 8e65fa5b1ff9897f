import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  getKnownSimulation,
  readSimulationAnew,
  writeSimulation,
} from '../../api/engagements/simulations.ts';
import { sayLeftBehind } from '../../ui/record/say-left-behind.tsx';
import { useFieldWriter } from '../../ui/record/use-field-writer.ts';
import { fieldName, type SimulationField, toPatch, toVersion } from './simulation-fields.ts';

/** Saves the fields of a simulation separately. */
export function useSimulationWriter(simulationId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useFieldWriter<SimulationField>(`simulation.${simulationId}`, {
    known: () => {
      const simulation = getKnownSimulation(queryClient, simulationId);
      return simulation && toVersion(simulation);
    },
    read: async () => toVersion(await readSimulationAnew(queryClient, simulationId)),
    write: (field, value, version) =>
      writeSimulation(queryClient, simulationId, toPatch(field, value), version),
    onLeftBehind: (fields) => {
      const simulation = getKnownSimulation(queryClient, simulationId);
      if (simulation === undefined) return;
      sayLeftBehind({
        id: `left ${simulationId}`,
        record: simulation.name,
        fields: fields.map((field) => fieldName()[field]),
        onOpen: () => void navigate(`/engagements/${simulation.engagement_id}/simulations/${simulationId}`),
      });
    },
  });
}
