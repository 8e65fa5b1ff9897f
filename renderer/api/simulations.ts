import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SimulationStatus } from '../../domain/simulations.ts';
import type {
  NewSimulation,
  NewSimulationTemplate,
  Simulation,
  SimulationListItem,
  SimulationPatch,
  SimulationTemplate,
  SimulationTemplatePatch,
} from '../../server/simulations/contract.ts';
import type { Output } from '../../server/simulations/outputs/contract.ts';
import { get, getBytes, type Paged, patch, post, remove, send } from './http.ts';

const base = '/api/simulations';
const most = 200;

export const simulationListKey = ['simulations', 'list'] as const;

/** All simulations of an engagement, however many pages they are. */
export const engagementSimulations = (engagementId: string) =>
  queryOptions({
    queryKey: [...simulationListKey, engagementId],
    queryFn: async ({ signal }) => {
      const items = new Map<string, SimulationListItem>();
      let total = 1;
      for (let offset = 0; offset < total; offset += most) {
        const page = await get<Paged<SimulationListItem>>(
          `/api/engagements/${engagementId}/simulations`,
          { limit: most, offset },
          signal,
        );
        // One that is made meanwhile moves the others on by one: it is better seen twice than not at all.
        for (const item of page.items) items.set(item.id, item);
        total = page.total;
      }
      return [...items.values()];
    },
  });

export const simulationKey = (simulationId: string) => ['simulations', 'one', simulationId] as const;

export const simulation = (simulationId: string) =>
  queryOptions({
    queryKey: simulationKey(simulationId),
    queryFn: ({ signal }) => get<Simulation>(`${base}/${simulationId}`, undefined, signal),
  });

export const createSimulation = (engagementId: string, input: NewSimulation): Promise<Simulation> =>
  post(`/api/engagements/${engagementId}/simulations`, input);

/** Refused as `stale` when the simulation is no longer the version named. */
export const writeSimulation = async (
  simulationId: string,
  change: SimulationPatch,
  version: string,
): Promise<Simulation> =>
  (
    await send<Simulation>('PATCH', `${base}/${simulationId}`, {
      body: change,
      headers: { 'If-Match': `"${version}"` },
    })
  ).data;

export const moveSimulation = (simulationId: string, status: SimulationStatus): Promise<Simulation> =>
  post(`${base}/${simulationId}/transition`, { status });

export const deleteSimulation = (simulationId: string): Promise<void> => remove(`${base}/${simulationId}`);

export const outputsKey = (simulationId: string) => ['simulations', 'outputs', simulationId] as const;

/** The outputs that were too large for the simulation's own and are kept whole. */
export const outputList = (simulationId: string) =>
  queryOptions({
    queryKey: outputsKey(simulationId),
    queryFn: ({ signal }) => get<{ items: Output[] }>(`${base}/${simulationId}/outputs`, undefined, signal),
  });

export const outputBytes = (simulationId: string, outputId: string): Promise<Blob> =>
  getBytes(`${base}/${simulationId}/outputs/${outputId}`);

export const simulationTemplatesKey = ['simulation-templates'] as const;

export const simulationTemplateList = (filter: { q?: string; limit?: number; offset?: number } = {}) =>
  queryOptions({
    queryKey: [...simulationTemplatesKey, filter],
    queryFn: ({ signal }) => get<Paged<SimulationTemplate>>('/api/templates', filter, signal),
    placeholderData: keepPreviousData,
  });

export const readSimulationTemplate = (templateId: string): Promise<SimulationTemplate> =>
  get(`/api/templates/${templateId}`);

export const createSimulationTemplate = (input: NewSimulationTemplate): Promise<SimulationTemplate> =>
  post('/api/templates', input);

export const changeSimulationTemplate = (
  templateId: string,
  change: SimulationTemplatePatch,
): Promise<SimulationTemplate> => patch(`/api/templates/${templateId}`, change);

export const deleteSimulationTemplate = (templateId: string): Promise<void> =>
  remove(`/api/templates/${templateId}`);
