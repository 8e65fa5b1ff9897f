import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBook,
  IconBuilding,
  IconFlag3,
  IconGridDots,
  IconListDetails,
  IconListNumbers,
  IconReport,
  IconServer2,
  IconSwords,
  IconTarget,
  IconTemplate,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { FoundTest } from '../../server/missions/search/contract.ts';
import { userList } from '../api/accounts/accounts.ts';
import { techniqueSearch } from '../api/catalogue/catalogue.ts';
import { detectionRules } from '../api/catalogue/detection-rules.ts';
import { scenarioTemplateList, testTemplateList } from '../api/catalogue/templates.ts';
import { useMay } from '../api/connection/session.ts';
import { engagementList } from '../api/engagements/engagements.ts';
import { findingSearch, missionFindings } from '../api/missions/findings.ts';
import { hostSearch, testSearch } from '../api/missions/mission-tests.ts';
import { missionList } from '../api/missions/missions.ts';
import { organisationList } from '../api/organisations.ts';
import { missionReports } from '../api/reports.ts';
import { nameFinding, toFindingPath } from '../features/missions/findings/finding-words.ts';
import { t } from '../words.ts';
import type { EntryGroup } from './palette-entries.ts';

/** Limit of results per kind; people can type more to narrow them. */
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
 * Everything visible to this person that matches the text, and reports of the open mission; its findings come before those of
 * others.
 */
export function usePaletteSearch(typed: string, go: (to: string) => void): Found {
  const text = typed.trim().slice(0, longestQuery);
  const [q] = useDebouncedValue(text, 150);
  const mayRead = useMay('mission.read');
  const isAsked = q !== '';
  const missions = useQuery({ ...missionList({ q, limit: shown }), enabled: isAsked && mayRead });
  const tests = useQuery({ ...testSearch(q, shown), enabled: isAsked && mayRead });
  const hosts = useQuery({ ...hostSearch(q, shown), enabled: isAsked && mayRead });
  const techniques = useQuery(techniqueSearch(q, shown));
  const engagements = useQuery({ ...engagementList({ q, limit: shown }), enabled: isAsked });
  const organisations = useQuery({
    ...organisationList({ q, limit: shown }),
    enabled: isAsked && mayRead,
  });
  const match = { q, limit: shown, sort: 'match' } as const;
  const mayReadTests = useMay('test_template.read');
  const testTemplates = useQuery({ ...testTemplateList(match), enabled: isAsked && mayReadTests });
  const mayReadScenarios = useMay('scenario_template.read');
  const scenarioTemplates = useQuery({
    ...scenarioTemplateList(match),
    enabled: isAsked && mayReadScenarios,
  });
  const otherFindings = useQuery({ ...findingSearch(q, shown), enabled: isAsked && mayRead });
  const rules = useQuery({ ...detectionRules({ q, limit: shown }), enabled: isAsked });
  const mayManage = useMay('user.manage');
  const people = useQuery({ ...userList({ q, limit: shown }), enabled: isAsked && mayManage });

  const missionId = useOpenMission() ?? '';
  const findings = useQuery({
    ...missionFindings(missionId),
    enabled: isAsked && mayRead && missionId !== '',
  });
  const reports = useQuery({
    ...missionReports(missionId),
    enabled: isAsked && mayRead && missionId !== '',
  });

  // Results for an earlier, shorter text stay visible while they still match.
  const isCurrent = (query: { isPlaceholderData: boolean }) => q === text && !query.isPlaceholderData;
  const needle = text.toLowerCase();
  const matchesText = (...texts: (string | null)[]) =>
    texts.some((each) => each?.toLowerCase().includes(needle));
  const leadTo = (path: string) => ({ path, run: () => go(path) });
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
                ...leadTo(`/missions/${id}`),
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
                ...leadTo(`/missions/${test.mission.id}/tests/${test.id}`),
              })),
          },
          {
            label: t('app.hosts'),
            entries: (hosts.data?.items ?? [])
              .filter(({ host }) => isCurrent(hosts) || matchesText(host))
              .map(({ host, mission, tests: count }) => ({
                id: `host:${mission.id}:${host}`,
                label: host,
                detail: [mission.name, t('shared.count.tests', { count })].join(' · '),
                icon: IconServer2,
                ...leadTo(`/missions/${mission.id}?${new URLSearchParams({ q: host })}`),
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
                ...leadTo(toFindingPath(missionId, finding.id)),
              })),
          },
          {
            label: missionId === '' ? t('app.findings') : t('app.findings_of_other_missions'),
            entries: (otherFindings.data?.items ?? [])
              .filter(({ mission }) => mission.id !== missionId)
              .filter(
                (finding) =>
                  isCurrent(otherFindings) || matchesText(nameFinding(finding), ...finding.techniques),
              )
              .map((finding) => ({
                id: `finding:${finding.id}`,
                label: nameFinding(finding),
                detail: [t(`names.finding_status.${finding.status}`), finding.mission.name].join(' · '),
                icon: IconFlag3,
                ...leadTo(toFindingPath(finding.mission.id, finding.id)),
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
                ...leadTo(`/missions/${report.mission_id}/reports/${report.id}`),
              })),
          },
          {
            label: t('app.test_templates'),
            entries: (testTemplates.data?.items ?? [])
              .filter(({ name, description }) => isCurrent(testTemplates) || matchesText(name, description))
              .map(({ id, name, catalog_tags }) => ({
                id: `test_template:${id}`,
                label: name,
                detail: catalog_tags.map(({ external_id }) => external_id).join(' · '),
                icon: IconTemplate,
                ...leadTo(`/templates/${id}`),
              })),
          },
          {
            label: t('app.scenario_templates'),
            entries: (scenarioTemplates.data?.items ?? [])
              .filter(
                ({ name, description }) => isCurrent(scenarioTemplates) || matchesText(name, description),
              )
              .map(({ id, name }) => ({
                id: `scenario_template:${id}`,
                label: name,
                detail: null,
                icon: IconListNumbers,
                ...leadTo(`/templates/scenarios/${id}`),
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
                ...leadTo(`/catalogue/${id}`),
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
                ...leadTo(`/engagements/${id}`),
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
                ...leadTo(`/organisations/${id}`),
              })),
          },
          {
            label: t('app.people'),
            entries: (people.data?.items ?? [])
              .filter(({ email, display_name }) => isCurrent(people) || matchesText(email, display_name))
              .map(({ id, email, display_name }) => ({
                id: `person:${id}`,
                label: display_name,
                detail: email,
                icon: IconUser,
                ...leadTo(`/administration/users?q=${encodeURIComponent(email)}`),
              })),
          },
          {
            label: t('app.rules'),
            entries: (rules.data?.items ?? [])
              .filter(({ title, rule_id }) => isCurrent(rules) || matchesText(title, rule_id))
              .flatMap(({ id, title, catalog_tags }) => {
                const technique = catalog_tags.find((tag) => /^T\d/.test(tag)) ?? null;
                // Without missions, a rule is shown on the page of the technique it detects.
                const path = mayRead ? `/rules/${id}` : technique && `/catalogue/${technique}`;
                if (path === null) return [];
                return [
                  { id: `rule:${id}`, label: title, detail: technique, icon: IconBook, run: () => go(path) },
                ];
              }),
          },
        ].filter(({ entries }) => entries.length > 0);
  const queries = [
    ...[missions, tests, hosts, findings, otherFindings, reports, testTemplates, scenarioTemplates],
    ...[techniques, engagements, organisations, people, rules],
  ];
  return {
    groups,
    isSearching: text !== '' && (q !== text || queries.some((query) => query.isFetching)),
    error: text === '' ? null : (queries.find((query) => query.error !== null)?.error ?? null),
  };
}

const listIds = ({ catalog_tags }: FoundTest) => catalog_tags.map(({ external_id }) => external_id);
