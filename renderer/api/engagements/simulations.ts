import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SimulationStatus } from '../../../domain/simulations.ts';
import type {
  NewSimulation,
  NewSimulationTemplate,
  Simulation,
  SimulationListItem,
  SimulationPatch,
  SimulationTemplate,
  SimulationTemplatePatch,
} from '../../../server/simulations/contract.ts';
import type { Output } from '../../../server/simulations/outputs/contract.ts';
import { get, getBytes, type Paged, patch, post, remove, send } from '../connection/http.ts';
import { readAnew, takeOver } from '../connection/take-over.ts';
import { renewCounts } from './engagements.ts';

const base = '/api/simulations';
const most = 200;

const simulationListKey = ['simulations', 'list'] as const;

/** All simulations of an engagement, read page by page. */
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
        // A simulation created in the meantime shifts the others by one, so one may be read twice, but none is missed.
        for (const item of page.items) items.set(item.id, item);
        total = page.total;
      }
      return [...items.values()];
    },
  });

const simulationKey = (simulationId: string) => ['simulations', 'one', simulationId] as const;

export const simulation = (simulationId: string) =>
  queryOptions({
    queryKey: simulationKey(simulationId),
    queryFn: ({ signal }) => get<Simulation>(`${base}/${simulationId}`, undefined, signal),
  });

/** The cached simulation, if there is one. */
export const getKnownSimulation = (queryClient: QueryClient, simulationId: string): Simulation | undefined =>
  queryClient.getQueryData(simulationKey(simulationId));

/** Reads from the server directly, because any write cancels the page's query. */
export const readSimulation = (simulationId: string): Promise<Simulation> => get(`${base}/${simulationId}`);

/** Shows a known state of a simulation until it is read again. */
export function showSimulation(queryClient: QueryClient, simulation: Simulation): void {
  queryClient.setQueryData(simulationKey(simulation.id), simulation);
}

export const readSimulationAnew = (queryClient: QueryClient, simulationId: string): Promise<Simulation> =>
  readAnew(queryClient, simulation(simulationId));

/** Reads a simulation again, and its lists. */
export async function renewSimulation(queryClient: QueryClient, simulationId: string): Promise<void> {
  const { engagement_id } = await readSimulationAnew(queryClient, simulationId);
  void queryClient.invalidateQueries({ queryKey: [...simulationListKey, engagement_id] });
}

/** Applies the server's answer about a simulation to its page and to counts elsewhere. */
async function takeOverSimulation(queryClient: QueryClient, answer: Simulation): Promise<void> {
  const before = getKnownSimulation(queryClient, answer.id);
  await takeOver(queryClient, simulationKey(answer.id), answer);
  void queryClient.invalidateQueries({ queryKey: [...simulationListKey, answer.engagement_id] });
  if (before?.status !== answer.status) renewCounts(queryClient, answer.engagement_id);
}

export async function createSimulation(
  queryClient: QueryClient,
  engagementId: string,
  input: NewSimulation,
): Promise<Simulation> {
  const made = await post<Simulation>(`/api/engagements/${engagementId}/simulations`, input);
  noteSimulationsMade(queryClient, engagementId);
  return made;
}

/** Call after adding simulations to an engagement. */
export function noteSimulationsMade(queryClient: QueryClient, engagementId: string): void {
  void queryClient.invalidateQueries({ queryKey: [...simulationListKey, engagementId] });
  renewCounts(queryClient, engagementId);
}

/** Refused as `stale` if the simulation's version differs from the given one. */
export async function writeSimulation(
  queryClient: QueryClient,
  simulationId: string,
  change: SimulationPatch,
  version: string,
): Promise<void> {
  const { data } = await send<Simulation>('PATCH', `${base}/${simulationId}`, {
    body: change,
    headers: { 'If-Match': `"${version}"` },
  });
  await takeOverSimulation(queryClient, data);
}

/** Reads the simulation again when refused, because someone else may have moved it. */
export async function moveSimulation(
  queryClient: QueryClient,
  simulationId: string,
  status: SimulationStatus,
): Promise<void> {
  try {
    await takeOverSimulation(queryClient, await post(`${base}/${simulationId}/transition`, { status }));
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: simulationKey(simulationId) });
    throw error;
  }
}

/** `leave` leaves the simulation's page, which would otherwise request it again. */
export async function deleteSimulation(
  queryClient: QueryClient,
  { id, engagement_id }: Simulation,
  leave: () => Promise<void>,
): Promise<void> {
  await remove(`${base}/${id}`);
  await leave();
  queryClient.removeQueries({ queryKey: simulationKey(id) });
  void queryClient.invalidateQueries({ queryKey: [...simulationListKey, engagement_id] });
  renewCounts(queryClient, engagement_id);
}

/** Call when output of C2 tasks has arrived in a simulation, possibly because its tasks were read. */
export function noteOutputArrived(queryClient: QueryClient, simulationId: string): void {
  void queryClient.invalidateQueries({ queryKey: simulationKey(simulationId) });
  void queryClient.invalidateQueries({ queryKey: outputsKey(simulationId) });
}

const outputsKey = (simulationId: string) => ['simulations', 'outputs', simulationId] as const;

/** Outputs too large for the simulation's output field, stored as files. */
export const outputList = (simulationId: string) =>
  queryOptions({
    queryKey: outputsKey(simulationId),
    queryFn: ({ signal }) => get<{ items: Output[] }>(`${base}/${simulationId}/outputs`, undefined, signal),
  });

export const readOutputBytes = (simulationId: string, outputId: string): Promise<Blob> =>
  getBytes(`${base}/${simulationId}/outputs/${outputId}`);

const simulationTemplatesKey = ['simulation-templates'] as const;

export type SimulationTemplateFilter = {
  sort?: 'name' | 'updated_at';
  order?: 'asc' | 'desc';
  q?: string;
  limit?: number;
  offset?: number;
};

export const simulationTemplateList = (filter: SimulationTemplateFilter = {}) =>
  queryOptions({
    queryKey: [...simulationTemplatesKey, filter],
    queryFn: ({ signal }) => get<Paged<SimulationTemplate>>('/api/templates', filter, signal),
    placeholderData: keepPreviousData,
  });

export const readSimulationTemplate = (templateId: string): Promise<SimulationTemplate> =>
  get(`/api/templates/${templateId}`);

const renewTemplates = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: simulationTemplatesKey });

export async function createSimulationTemplate(
  queryClient: QueryClient,
  input: NewSimulationTemplate,
): Promise<void> {
  await post('/api/templates', input);
  await renewTemplates(queryClient);
}

export async function changeSimulationTemplate(
  queryClient: QueryClient,
  templateId: string,
  change: SimulationTemplatePatch,
): Promise<void> {
  await patch(`/api/templates/${templateId}`, change);
  await renewTemplates(queryClient);
}

export async function deleteSimulationTemplate(queryClient: QueryClient, templateId: string): Promise<void> {
  await remove(`/api/templates/${templateId}`);
  await renewTemplates(queryClient);
}
