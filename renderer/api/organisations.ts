import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Brand } from '../../server/organisations/brand/contract.ts';
import type { NewTool, Organisation, Tool, ToolPatch } from '../../server/organisations/contract.ts';
import { get, type Paged, patch, post, put, remove } from './connection/http.ts';

const base = '/api/v1/organisations';

const organisationsKey = ['organisations'] as const;
const listKey = [...organisationsKey, 'list'] as const;
const oneKey = (organisationId: string) => [...organisationsKey, 'one', organisationId] as const;

export type OrganisationFilter = {
  sort?: 'name' | 'missions' | 'engagements' | 'tools';
  order?: 'asc' | 'desc';
  q?: string;
  limit?: number;
  offset?: number;
};

export const organisationList = (filter: OrganisationFilter = {}) =>
  queryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ signal }) => get<Paged<Organisation>>(base, filter, signal),
    placeholderData: keepPreviousData,
  });

export const organisation = (organisationId: string) =>
  queryOptions({
    queryKey: oneKey(organisationId),
    queryFn: ({ signal }) => get<Organisation>(`${base}/${organisationId}`, undefined, signal),
  });

/** Call after work was written: it may have created its organisation. */
export function renewOrganisations(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: organisationsKey });
}

/** Missions and engagements show the name of their organisation. */
function forgetNames(queryClient: QueryClient): void {
  for (const key of ['missions', 'engagements']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function createOrganisation(queryClient: QueryClient, name: string): Promise<Organisation> {
  const made = await post<Organisation>(base, { name });
  queryClient.setQueryData(oneKey(made.id), made);
  void queryClient.invalidateQueries({ queryKey: listKey });
  return made;
}

export async function renameOrganisation(
  queryClient: QueryClient,
  organisationId: string,
  name: string,
): Promise<Organisation> {
  const renamed = await patch<Organisation>(`${base}/${organisationId}`, { name });
  queryClient.setQueryData(oneKey(organisationId), renamed);
  void queryClient.invalidateQueries({ queryKey: listKey });
  forgetNames(queryClient);
  return renamed;
}

/** `leave` leaves the organisation's page, which would otherwise request it again. */
export async function deleteOrganisation(
  queryClient: QueryClient,
  organisationId: string,
  leave: () => unknown,
): Promise<void> {
  await remove(`${base}/${organisationId}`);
  await leave();
  void queryClient.invalidateQueries({ queryKey: listKey });
}

/** Moves everything of the organisation to `into` and deletes it; `leave` leaves its page. */
export async function mergeOrganisation(
  queryClient: QueryClient,
  organisationId: string,
  into: string,
  leave: () => unknown,
): Promise<void> {
  const merged = await post<Organisation>(`${base}/${organisationId}/merge`, { into });
  queryClient.setQueryData(oneKey(into), merged);
  await leave();
  void queryClient.invalidateQueries({ queryKey: listKey });
  void queryClient.invalidateQueries({ queryKey: toolsKey(into) });
  forgetNames(queryClient);
}

const brandKey = (organisationId: string) => ['brand', organisationId] as const;

/** Logo and colour of an organisation's reports. */
export const brandOf = (organisationId: string) =>
  queryOptions({
    queryKey: brandKey(organisationId),
    queryFn: ({ signal }) => get<Brand>(`${base}/${organisationId}/brand`, undefined, signal),
  });

export async function setBrand(
  queryClient: QueryClient,
  organisationId: string,
  brand: Brand,
): Promise<void> {
  const saved = await put<Brand>(`${base}/${organisationId}/brand`, brand);
  queryClient.setQueryData(brandKey(organisationId), saved);
}

const readAgainEveryMs = 60_000;

const toolsKey = (organisationId: string) => ['tools', organisationId] as const;

/** The defensive tools of an organisation, by name. */
export const toolsOf = (organisationId: string | null) =>
  queryOptions({
    queryKey: toolsKey(organisationId ?? ''),
    queryFn: ({ signal }) => get<Tool[]>(`${base}/${organisationId}/tools`, undefined, signal),
    enabled: organisationId !== null,
    // A lead adds tools while blue has a test open.
    refetchInterval: readAgainEveryMs,
  });

type ToolInput = Pick<NewTool, 'name' | 'kind'> & Partial<NewTool>;

export const addTool = (queryClient: QueryClient, organisationId: string, tool: ToolInput): Promise<Tool> =>
  writeTools(queryClient, organisationId, () => post<Tool>(`${base}/${organisationId}/tools`, tool));

export const changeTool = (
  queryClient: QueryClient,
  organisationId: string,
  toolId: string,
  change: ToolPatch,
): Promise<Tool> =>
  writeTools(queryClient, organisationId, () =>
    patch<Tool>(`${base}/${organisationId}/tools/${toolId}`, change),
  );

export const deleteTool = (queryClient: QueryClient, organisationId: string, toolId: string): Promise<void> =>
  writeTools(queryClient, organisationId, () => remove(`${base}/${organisationId}/tools/${toolId}`));

/** Resolves when the tools have been read again; organisations show their number. */
async function writeTools<T>(
  queryClient: QueryClient,
  organisationId: string,
  write: () => Promise<T>,
): Promise<T> {
  const written = await write();
  void queryClient.invalidateQueries({ queryKey: organisationsKey });
  await queryClient.invalidateQueries({ queryKey: toolsKey(organisationId) });
  return written;
}
