import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ThreatKind } from '../../../domain/threats.ts';
import type {
  TechniqueThreats,
  ThreatDetail,
  ThreatListItem,
} from '../../../server/catalogue/threats/contract.ts';
import type { Gaps } from '../../../server/missions/gaps/contract.ts';
import type { ThreatPlan } from '../../../server/templates/threats/contract.ts';
import { get, type Paged } from '../connection/http.ts';

const base = '/api/v1/catalog';
const folders: Readonly<Record<ThreatKind, string>> = {
  group: 'groups',
  campaign: 'campaigns',
  software: 'software',
};

// The catalogue changes only when someone synchronises it; this key is below the catalogue's.
const threatsKey = ['catalogue', 'threats'] as const;
const staleTime = 5 * 60_000;

type ThreatFilter = { q?: string; limit?: number; offset?: number };

export const threatList = (kind: ThreatKind, filter: ThreatFilter) =>
  queryOptions({
    queryKey: [...threatsKey, 'list', kind, filter],
    queryFn: ({ signal }) => get<Paged<ThreatListItem>>(`${base}/${folders[kind]}`, filter, signal),
    placeholderData: keepPreviousData,
    staleTime,
  });

/** Matching groups, campaigns and software, groups first; the limit applies per kind. */
export const threatSearch = (q: string, limit: number) =>
  queryOptions({
    queryKey: [...threatsKey, 'search', q, limit],
    queryFn: async ({ signal }) => {
      const read = (kind: ThreatKind) =>
        get<Paged<ThreatListItem>>(`${base}/${folders[kind]}`, { limit, ...(q === '' ? {} : { q }) }, signal);
      const found = await Promise.all([read('group'), read('campaign'), read('software')]);
      return found.flatMap(({ items }) => items);
    },
    placeholderData: keepPreviousData,
    staleTime,
  });

export const threat = (kind: ThreatKind, externalId: string) =>
  queryOptions({
    queryKey: [...threatsKey, 'one', externalId],
    queryFn: ({ signal }) =>
      get<ThreatDetail>(`${base}/${folders[kind]}/${encodeURIComponent(externalId)}`, undefined, signal),
    staleTime,
  });

/** Users of a technique, and its data components. */
export const techniqueThreats = (externalId: string) =>
  queryOptions({
    queryKey: [...threatsKey, 'technique', externalId],
    queryFn: ({ signal }) =>
      get<TechniqueThreats>(
        `${base}/techniques/${encodeURIComponent(externalId)}/threats`,
        undefined,
        signal,
      ),
    staleTime,
  });

/** The choice: threats, and techniques of a custom list. */
export type Choice = { threats: readonly string[]; techniques: readonly string[] };

const isEmpty = ({ threats, techniques }: Choice) => threats.length + techniques.length === 0;

function toQuery({ threats, techniques }: Choice): { threats?: string; techniques?: string } {
  return {
    ...(threats.length === 0 ? {} : { threats: threats.join(',') }),
    ...(techniques.length === 0 ? {} : { techniques: techniques.join(',') }),
  };
}

/** The techniques of a choice, and matching templates of the library; an empty choice requests nothing. */
export const threatPlan = (choice: Choice) =>
  queryOptions({
    queryKey: ['test-templates', 'for-threats', choice],
    queryFn: ({ signal }) => get<ThreatPlan>('/api/v1/test-templates/for-threats', toQuery(choice), signal),
    enabled: !isEmpty(choice),
    placeholderData: keepPreviousData,
  });

/** Gaps of an organisation compared with chosen threats. */
export const gapsOf = (organisationId: string, choice: Choice) =>
  queryOptions({
    queryKey: ['organisations', 'gaps', organisationId, choice],
    queryFn: ({ signal }) =>
      get<Gaps>(`/api/v1/organisations/${organisationId}/gaps`, toQuery(choice), signal),
    enabled: !isEmpty(choice),
    placeholderData: keepPreviousData,
  });
