import type { ReactNode } from 'react';
import { seesHidden } from '../../../../domain/missions.ts';
import type { User } from '../../../../server/accounts/users/contract.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { t } from '../../../words.ts';

/** Whether this person sees all tests of a mission, hidden ones too. */
export function useSeesAll(mission: Pick<Mission, 'members'> | undefined): boolean {
  return seesAll(useUser(), mission);
}

function seesAll({ id, role, permissions }: User, mission: Pick<Mission, 'members'> | undefined): boolean {
  return (
    seesHidden(role, new Set(permissions)) ||
    mission?.members.some(({ user, role_hint }) => user.id === id && role_hint === 'lead') === true
  );
}

type Counted = Pick<Mission, 'members' | 'visibility'>;

/** Whether figures of a mission are of the tests that this person sees, not of all: in a blind one, whether any is hidden or not. */
export function useIsPart(): (mission: Counted) => boolean {
  const user = useUser();
  return (mission) => mission.visibility === 'blind' && !seesAll(user, mission);
}

/** Says so in words about a mission, if it is so. */
export function useOfSeen(): (mission: Counted, said: string) => string {
  const isPart = useIsPart();
  return (mission, said) => (isPart(mission) ? t('shared.of_seen', { said }) : said);
}

/** The same for words with links in them. */
export function useLinksOfSeen(): (mission: Counted, said: ReactNode) => ReactNode {
  const isPart = useIsPart();
  return (mission, said) => (isPart(mission) ? rich('shared.of_seen', { said }) : said);
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
