import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ImportAction, ImportedKind, LibraryExport, MissionExport } from '../../domain/interchange.ts';
import type { Import, ImportChoices, ImportPatch, ImportRow } from '../../server/interchange/contract.ts';
import { type AttachedFile, get, getFile, type Paged, patch, post, remove } from './connection/http.ts';
import { upload } from './connection/upload.ts';

const base = '/api/v1/imports';
const listKey = ['imports', 'list'] as const;

/** Interval of polling an import while it is read or applied. */
const pollMilliseconds = 500;

export const isUnderWay = ({ status }: Pick<Import, 'status'>): boolean =>
  status === 'reading' || status === 'applying';

export const importList = (page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: [...listKey, page],
    queryFn: ({ signal }) => get<Paged<Import>>(base, page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? pollMilliseconds : false),
  });

/** One import, followed while it is read or applied. */
export const oneImport = (importId: string) =>
  queryOptions({
    queryKey: ['imports', 'one', importId],
    queryFn: ({ signal }) => get<Import>(`${base}/${importId}`, undefined, signal),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? pollMilliseconds : false,
  });

export type RowFilter = { action?: ImportAction; what?: ImportedKind; edited?: 'true'; q?: string };

export const importRows = (importId: string, filter: RowFilter & { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['imports', 'rows', importId, filter],
    queryFn: ({ signal }) => get<Paged<ImportRow>>(`${base}/${importId}/rows`, filter, signal),
    placeholderData: keepPreviousData,
  });

/** Uploads a file for reading, reporting progress. Nothing is imported yet. */
export async function sendImport(
  queryClient: QueryClient,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Import> {
  const form = new FormData();
  form.set('file', file, file.name);
  const begun = await upload<Import>(base, form, {
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    signal,
  });
  return takeOver(queryClient, begun);
}

/** Reads a file again, in another format or with other choices. */
export const changeImport = async (
  queryClient: QueryClient,
  importId: string,
  change: ImportPatch,
): Promise<Import> => takeOver(queryClient, await patch<Import>(`${base}/${importId}`, change));

export const applyImport = async (
  queryClient: QueryClient,
  importId: string,
  choices: ImportChoices,
): Promise<Import> => takeOver(queryClient, await post<Import>(`${base}/${importId}/apply`, { choices }));

/** Undoes an import. Refused as `import_touched` once part of it was changed. */
export async function undoImport(queryClient: QueryClient, importId: string): Promise<Import> {
  const undone = takeOver(queryClient, await post<Import>(`${base}/${importId}/undo`));
  noteImportEnded(queryClient);
  return undone;
}

/** Deletes a file that was not applied. */
export async function forgetImport(queryClient: QueryClient, importId: string): Promise<void> {
  await remove(`${base}/${importId}`);
  await queryClient.invalidateQueries({ queryKey: listKey });
}

function takeOver(queryClient: QueryClient, answer: Import): Import {
  queryClient.setQueryData(oneImport(answer.id).queryKey, answer);
  void queryClient.invalidateQueries({ queryKey: listKey });
  return answer;
}

/** Renews everything: missions, templates, techniques' coverage and more may have been added or removed. */
export const noteImportEnded = (queryClient: QueryClient): void => void queryClient.invalidateQueries();

/** A mission, or one of its scenarios, as a file. */
export const readMissionExport = (
  missionId: string,
  format: MissionExport,
  scenarioId: string | null,
): Promise<AttachedFile> =>
  getFile(`/api/v1/missions/${missionId}/export`, {
    format,
    ...(scenarioId === null ? {} : { scenario_id: scenarioId }),
  });

/** Filters of an export of test templates. */
export type LibraryPart = { q?: string; tag?: string; technique?: string };

export const readLibraryExport = (format: LibraryExport, part: LibraryPart): Promise<AttachedFile> =>
  getFile('/api/v1/test-templates/export', { format, ...part });
