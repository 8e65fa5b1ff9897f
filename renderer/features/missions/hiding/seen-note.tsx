import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { largestPage } from '../../../../domain/limits.ts';
import { seesHidden } from '../../../../domain/missions.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { type MissionFilter, missionList } from '../../../api/missions/missions.ts';
import { t } from '../../../words.ts';
import { useIsPart } from './hidden-tests.ts';

/** Says above figures that they are of the tests that one sees, where one may not see all. */
export function SeenNote({ of }: { of: Pick<Mission, 'members' | 'visibility'> | readonly MissionPart[] }) {
  const isPart = useIsPart();
  return [of].flat().some(isPart) ? <Note /> : null;
}

type MissionPart = Pick<Mission, 'members' | 'visibility'>;

/** The same for figures over missions. */
export function SeenInMissionsNote(filter: Pick<MissionFilter, 'organisation_id' | 'status'>) {
  return useIsPartOfMissions(filter) ? <Note /> : null;
}

/** Whether figures over these missions are of the tests that this person sees. */
export function useIsPartOfMissions(
  filter: Pick<MissionFilter, 'organisation_id' | 'status'>,
  { enabled = true }: { enabled?: boolean } = {},
): boolean {
  const { role, permissions } = useUser();
  const isPart = useIsPart();
  const mayBe = permissions.includes('mission.read') && !seesHidden(role, new Set(permissions));
  const blind = useQuery({
    ...missionList({ ...filter, visibility: 'blind', limit: largestPage }),
    enabled: enabled && mayBe,
  });
  return mayBe && blind.data?.items.some(isPart) === true;
}

function Note() {
  return (
    <Text size="xs" c="dimmed" role="note">
      {t('shared.only_seen')}
    </Text>
  );
}
