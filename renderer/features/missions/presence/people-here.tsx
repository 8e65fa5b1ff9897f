import { IconEye } from '@tabler/icons-react';
import { usePeople } from '../../../api/accounts/presence.ts';
import { useUser } from '../../../api/connection/session.ts';
import { Initials } from '../../../ui/people/people-initials.tsx';
import { t } from '../../../words.ts';

/** Other people who have a mission or one of its tests open; empty if there are none. */
export function PeopleHere({ missionId, testId }: { missionId: string; testId?: string }) {
  const me = useUser().id;
  const people = usePeople(missionId).filter(
    (person) => person.id !== me && (testId === undefined || person.test_id === testId),
  );
  return (
    <Initials
      people={people}
      sign={IconEye}
      label={testId === undefined ? t('tests.in_this_mission_now') : t('tests.at_this_test_now')}
    />
  );
}
