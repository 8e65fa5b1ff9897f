import { seesHidden } from '../../../../domain/missions.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';

/** Whether this person sees all tests of a mission, hidden ones too. */
export function useSeesAll(mission: Pick<Mission, 'members'> | undefined): boolean {
  const { id, role, permissions } = useUser();
  return (
    seesHidden(role, new Set(permissions)) ||
    mission?.members.some(({ user, role_hint }) => user.id === id && role_hint === 'lead') === true
  );
}

/** The hidden tests of a mission, as far as one sees them. */
export function listHidden(mission: Pick<Mission, 'scenarios'>): TestSummary[] {
  return mission.scenarios.flatMap(({ tests }) => tests.filter(isHidden));
}

export const isHidden = ({ hiding }: Pick<TestSummary, 'hiding'>): boolean => hiding?.hidden === true;

/** Whether a scenario or a test of a mission is hidden. */
export function hasHidden({ scenarios }: Pick<Mission, 'scenarios'>): boolean {
  return scenarios.some(({ hiding, tests }) => hiding?.hidden === true || tests.some(isHidden));
}
