import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { largestPage } from '../../../domain/limits.ts';
import type {
  CatalogueStatus,
  FoundTechnique,
  Matrix,
  Subtechnique,
  SyncResult,
  Tactic,
  Technique,
} from '../../../server/catalogue/contract.ts';
import { get, type Paged, post } from '../connection/http.ts';
import { upload } from '../connection/upload.ts';

/** Everything derived from the catalogue is under this key, so that a sync renews it together. */
const catalogueKey = ['catalogue'] as const;
const base = '/api/v1/catalog';

// The catalogue changes only when someone synchronises it.
const staleTime = 5 * 60_000;

/** The browser caches it with its entity tag and revalidates it: a 304 has no body. */
export const matrix = queryOptions({
  queryKey: [...catalogueKey, 'matrix'],
  queryFn: ({ signal }) => get<Matrix>('/api/catalog/matrix', undefined, signal),
  staleTime,
});

export const catalogueStatus = queryOptions({
  queryKey: [...catalogueKey, 'status'],
  queryFn: ({ signal }) => get<CatalogueStatus>(`${base}/status`, undefined, signal),
});

export const tactics = queryOptions({
  queryKey: [...catalogueKey, 'tactics'],
  queryFn: ({ signal }) => get<Paged<Tactic>>(`${base}/tactics`, { limit: largestPage }, signal),
  staleTime,
});

/** Results have the exact id first, then ids beginning with the text, then names. */
export const techniqueSearch = (q: string, limit = 20) =>
  queryOptions({
    queryKey: [...catalogueKey, 'search', q, limit],
    queryFn: ({ signal }) =>
      get<Paged<FoundTechnique>>('/api/catalog/techniques/search', { q, limit }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime,
  });

export type CatalogueTechnique = Technique | Subtechnique;

/** One technique or sub-technique with its description; null when the catalogue has no such id. */
export const technique = (externalId: string) =>
  queryOptions({
    queryKey: [...catalogueKey, 'technique', externalId],
    queryFn: async ({ signal }): Promise<CatalogueTechnique | null> => {
      const path = externalId.includes('.') ? `${base}/subtechniques` : `${base}/techniques`;
      const found = await get<Paged<CatalogueTechnique>>(path, { q: externalId, limit: largestPage }, signal);
      return found.items.find((entry) => entry.external_id === externalId) ?? null;
    },
    staleTime,
  });

export const subtechniquesOf = (externalId: string) =>
  queryOptions({
    queryKey: [...catalogueKey, 'subtechniques', externalId],
    queryFn: ({ signal }) =>
      get<Paged<Subtechnique>>(
        `${base}/subtechniques`,
        { technique: externalId, limit: largestPage },
        signal,
      ),
    staleTime,
  });

export type SyncInput = { source?: string; expected_sha256?: string; allow_unverified?: boolean };

export async function synchronise(queryClient: QueryClient, input: SyncInput): Promise<SyncResult> {
  const result = await post<SyncResult>(`${base}/sync`, input);
  await queryClient.invalidateQueries({ queryKey: catalogueKey });
  return result;
}

type ImportOptions = {
  expectedSha256: string;
  allowUnverified: boolean;
  /** Called with the bytes sent so far and their total. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
};

/** Sends a bundle's file. */
export async function importBundle(
  queryClient: QueryClient,
  file: File,
  options: ImportOptions,
): Promise<SyncResult> {
  const query = new URLSearchParams();
  if (options.expectedSha256 !== '') query.set('expected_sha256', options.expectedSha256);
  if (options.allowUnverified) query.set('allow_unverified', 'true');
  const { onProgress, signal } = options;
  const result = await upload<SyncResult>(`${base}/import?${query}`, file, {
    contentType: 'application/json',
    onProgress,
    signal,
  });
  await queryClient.invalidateQueries({ queryKey: catalogueKey });
  return result;
}
