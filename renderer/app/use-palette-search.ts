import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBuilding,
  IconFlag3,
  IconGridDots,
  IconListDetails,
  IconReport,
  IconSwords,
  IconTarget,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { FoundTest } from '../../server/missions/search/contract.ts';
import { techniqueSearch } from '../api/catalogue/catalogue.ts';
import { useMay } from '../api/connection/session.ts';
import { engagementList } from '../api/engagements/engagements.ts';
import { missionFindings } from '../api/missions/findings.ts';
import { testSearch } from '../api/missions/mission-tests.ts';
import { missionList } from '../api/missions/missions.ts';
import { organisationList } from '../api/organisations.ts';
import { missionReports } from '../api/reports.ts';
import { nameFinding, toFindingPath } from '../features/missions/findings/finding-words.ts';
import { t } from '../words.ts';
import type { EntryGroup } from './palette-entries.ts';

/** How many of each kind are shown; for fewer, people type on. */
const shown = 6;
const longestQuery = 200;

export type Found = {
  groups: EntryGroup[];
  isSearching: boolean;
  error: Error | null;
};

const missionPath = /^\/missions\/([^/]+)/;

/** The mission whose page is open, or null. */
export const useOpenMission = (): string | null => missionPath.exec(useLocation().pathname)?.[1] ?? null;

/**
 * Missions, tests, techniques, engagements and organisations that this person may see and that match what is typed, and findings and
 * reports of the mission whose page is open.
 */
export function usePaletteSearch(typed: string, go: (to: string) => void): Found {
  const text = typed.trim().slice(0, longestQuery);
  const [q] = useDebouncedValue(text, 150);
  const mayRead = useMay('mission.read');
  const isAsked = q !== '';
  const missions = useQuery({ ...missionList({ q, limit: shown }), enabled: isAsked && mayRead });
  const tests = useQuery({ ...testSearch(q, shown), enabled: isAsked && mayRead });
  const techniques = useQuery(techniqueSearch(q, shown));
  const engagements = useQuery({ ...engagementList({ q, limit: shown }), enabled: isAsked });
  const organisations = useQuery({
    ...organisationList({ q, limit: shown }),
    enabled: isAsked && mayRead,
  });

  const missionId = useOpenMission() ?? '';
  const findings = useQuery({
    ...missionFindings(missionId),
    enabled: isAsked && mayRead && missionId !== '',
  });
  const reports = useQuery({
    ...missionReports(missionId),
    enabled: isAsked && mayRead && missionId !== '',
  });

  // Results for an earlier, shorter text stay while they still match.
  const isCurrent = (query: { isPlaceholderData: boolean }) => q === text && !query.isPlaceholderData;
  const needle = text.toLowerCase();
  const matchesText = (...texts: (string | null)[]) =>
    texts.some((each) => each?.toLowerCase().includes(needle));
  const groups: EntryGroup[] =
    text === ''
      ? []
      : [
          {
            label: t('shared.missions'),
            entries: (missions.data?.items ?? [])
              .filter(({ name, client }) => isCurrent(missions) || matchesText(name, client))
              .map(({ id, name, client }) => ({
                id: `mission:${id}`,
                label: name,
                detail: client,
                icon: IconTarget,
                run: () => go(`/missions/${id}`),
              })),
          },
          {
            label: t('shared.tests'),
            entries: (tests.data?.items ?? [])
              .filter((test) => isCurrent(tests) || matchesText(test.name, ...listIds(test)))
              .map((test) => ({
                id: `test:${test.id}`,
                label: test.name,
                detail: [...listIds(test), test.mission.name].join(' · '),
                icon: IconListDetails,
                run: () => go(`/missions/${test.mission.id}/tests/${test.id}`),
              })),
          },
          {
            label: t('app.findings_of_this_mission'),
            entries: (missionId === '' ? [] : (findings.data ?? []))
              .filter((finding) => matchesText(nameFinding(finding), ...finding.techniques))
              .slice(0, shown)
              .map((finding) => ({
                id: `finding:${finding.id}`,
                label: nameFinding(finding),
                detail: t(`names.finding_status.${finding.status}`),
                icon: IconFlag3,
                run: () => go(toFindingPath(missionId, finding.id)),
              })),
          },
          {
            label: t('app.reports_of_this_mission'),
            entries: (missionId === '' ? [] : (reports.data ?? []))
              .filter(({ title }) => matchesText(title))
              .slice(0, shown)
              .map((report) => ({
                id: `report:${report.id}`,
                label: report.title,
                detail: report.status === 'issued' ? t('app.issued') : t('app.draft'),
                icon: IconReport,
                run: () => go(`/missions/${report.mission_id}/reports/${report.id}`),
              })),
          },
          {
            label: t('shared.techniques'),
            entries: (techniques.data?.items ?? [])
              .filter(({ id, name }) => isCurrent(techniques) || matchesText(id, name))
              .map(({ id, name, tactics }) => ({
                id: `technique:${id}`,
                label: `${id} ${name}`,
                detail: tactics.map((tactic) => tactic.name).join(', '),
                icon: IconGridDots,
                run: () => go(`/catalogue/${id}`),
              })),
          },
          {
            label: t('shared.engagements'),
            entries: (engagements.data?.items ?? [])
              .filter(({ name, client }) => isCurrent(engagements) || matchesText(name, client))
              .map(({ id, name, client }) => ({
                id: `engagement:${id}`,
                label: name,
                detail: client,
                icon: IconSwords,
                run: () => go(`/engagements/${id}`),
              })),
          },
          {
            label: t('shared.organisations'),
            entries: (organisations.data?.items ?? [])
              .filter(({ name }) => isCurrent(organisations) || matchesText(name))
              .map(({ id, name }) => ({
                id: `organisation:${id}`,
                label: name,
                detail: null,
                icon: IconBuilding,
                run: () => go(`/organisations/${id}`),
              })),
          },
        ].filter(({ entries }) => entries.length > 0);
  const queries = [missions, tests, findings, reports, techniques, engagements, organisations];
  return {
    groups,
    isSearching: text !== '' && (q !== text || queries.some((query) => query.isFetching)),
    error: text === '' ? null : (queries.find((query) => query.error !== null)?.error ?? null),
  };
}

const listIds = ({ catalog_tags }: FoundTest) => catalog_tags.map(({ external_id }) => external_id);
