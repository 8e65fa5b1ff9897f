import { useOutletContext } from 'react-router';
import type { Mission } from '../../../server/missions/contract.ts';
import { t } from '../../words.ts';
import type { MissionActions } from './actions/use-mission-actions.tsx';
import type { useActivity } from './use-activity.ts';

/** The tabs of a mission: each is a route with the same path below `/missions/:missionId` in the router. */
export const missionTabs = ({
  isTlpt,
  hasSightings,
}: {
  isTlpt: boolean;
  /** Whether this person reads the sightings. */
  hasSightings: boolean;
}): readonly { path: string; label: string }[] => [
  { path: '', label: t('shared.tests') },
  { path: 'timeline', label: t('missions.timeline') },
  { path: 'path', label: t('missions.path') },
  ...(hasSightings ? [{ path: 'sightings', label: t('missions.sightings') }] : []),
  { path: 'alerts', label: t('missions.alerts') },
  { path: 'replay', label: t('missions.replay') },
  { path: 'results', label: t('missions.results') },
  { path: 'findings', label: t('findings.findings') },
  { path: 'remediation', label: t('shared.remediation') },
  ...(isTlpt ? [{ path: 'tlpt', label: t('missions.tlpt') }] : []),
  { path: 'report', label: t('missions.report') },
  { path: 'history', label: t('missions.history') },
];

/** Context of a mission's page for its tabs. */
export type MissionTabContext = {
  mission: Mission;
  activity: ReturnType<typeof useActivity>;
  actions: MissionActions;
};

export const useMissionTab = () => useOutletContext<MissionTabContext>();
