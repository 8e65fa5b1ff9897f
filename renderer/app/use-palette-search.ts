import { useDebouncedValue } from '@mantine/hooks';
import { IconGridDots, IconListDetails, IconSwords, IconTarget } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Mission } from '../../server/missions/contract.ts';
import { techniqueSearch } from '../api/catalogue.ts';
import { engagementList } from '../api/engagements.ts';
import { mission, missionList } from '../api/missions.ts';
import { useMay } from '../api/session.ts';
import type { Entry, EntryGroup } from './palette-entries.ts';

/** Of each kind so many are shown: one who sees more of them types on. */
const shown = 6;
/** The server finds no tests by name, so they are looked for in the newest missions. */
export const missionsLookedInto = 20;
const longestQuery = 200;

export type Found = {
  groups: EntryGroup[];
  isSearching: boolean;
  error: Error | null;
  /** Whether there are more missions than those whose tests were looked at. */
  isPartial: boolean;
};

/** Missions, tests, techniques and engagements that this person may see and that match what is typed. */
export function usePaletteSearch(typed: string, go: (to: string) => void): Found {
  const text = typed.trim().slice(0, longestQuery);
  const [q] = useDebouncedValue(text, 150);
  const mayRead = useMay('mission.read');
  const isAsked = q !== '';
  const missions = useQuery({ ...missionList({ q, limit: shown }), enabled: isAsked && mayRead });
  const newest = useQuery({
    ...missionList({ limit: missionsLookedInto }),
    enabled: q.length > 1 && mayRead,
  });
  const details = useQueries({
    queries: (q.length > 1 ? (newest.data?.items ?? []) : []).map(({ id }) => ({
      ...mission(id),
      staleTime: 60_000,
    })),
    combine: (results) => ({
      missions: results.flatMap(({ data }) => (data ? [data] : [])),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
  const techniques = useQuery(techniqueSearch(q, shown));
  const engagements = useQuery({ ...engagementList({ q, limit: shown }), enabled: isAsked });

  // What was found for less than what is typed by now is shown on while it still matches.
  const isFor = (query: { isPlaceholderData: boolean }) => q === text && !query.isPlaceholderData;
  const needle = text.toLowerCase();
  const has = (...texts: (string | null)[]) => texts.some((each) => each?.toLowerCase().includes(needle));
  const groups: EntryGroup[] =
    text === ''
      ? []
      : [
          {
            label: 'Missions',
            entries: (missions.data?.items ?? [])
              .filter(({ name, client }) => isFor(missions) || has(name, client))
              .map(({ id, name, client }) => ({
                id: `mission:${id}`,
                label: name,
                detail: client,
                icon: IconTarget,
                run: () => go(`/missions/${id}`),
              })),
          },
          { label: 'Tests', entries: text.length > 1 ? testsIn(details.missions, needle, go) : [] },
          {
            label: 'Techniques',
            entries: (techniques.data?.items ?? [])
              .filter(({ id, name }) => isFor(techniques) || has(id, name))
              .map(({ id, name, tactics }) => ({
                id: `technique:${id}`,
                label: `${id} ${name}`,
                detail: tactics.map((tactic) => tactic.name).join(', '),
                icon: IconGridDots,
                run: () => go(`/catalogue/${id}`),
              })),
          },
          {
            label: 'Engagements',
            entries: (engagements.data?.items ?? [])
              .filter(({ name, client }) => isFor(engagements) || has(name, client))
              .map(({ id, name, client }) => ({
                id: `engagement:${id}`,
                label: name,
                detail: client,
                icon: IconSwords,
                run: () => go(`/engagements/${id}`),
              })),
          },
        ].filter(({ entries }) => entries.length > 0);
  const queries = [missions, newest, techniques, engagements];
  return {
    groups,
    isSearching:
      text !== '' && (q !== text || details.isPending || queries.some((query) => query.isFetching)),
    error: text === '' ? null : (queries.find((query) => query.error !== null)?.error ?? null),
    isPartial: (newest.data?.total ?? 0) > missionsLookedInto,
  };
}

function testsIn(missions: readonly Mission[], needle: string, go: (to: string) => void): Entry[] {
  const entries: Entry[] = [];
  for (const { id: missionId, name: missionName, scenarios } of missions) {
    for (const { tests } of scenarios) {
      for (const { id, name, catalog_tags } of tests) {
        const isFound =
          name.toLowerCase().includes(needle) ||
          catalog_tags.some(({ external_id }) => external_id.toLowerCase().startsWith(needle));
        if (!isFound) continue;
        entries.push({
          id: `test:${id}`,
          label: name,
          detail: [...catalog_tags.map(({ external_id }) => external_id), missionName].join(' · '),
          icon: IconListDetails,
          run: () => go(`/missions/${missionId}/tests/${id}`),
        });
        if (entries.length === shown) return entries;
      }
    }
  }
  return entries;
}
