import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

/** The tests that a test follows in the attack path, as links. */
export function FollowedTests({
  test: { mission_id, follows },
  mission,
}: {
  test: Pick<MissionTest, 'mission_id' | 'follows'>;
  mission: Mission | null;
}) {
  if (follows.length === 0 || mission === null) return null;
  const names = new Map(mission.scenarios.flatMap(({ tests }) => tests.map(({ id, name }) => [id, name])));
  return (
    <Fact label={t('path.follows')}>
      {follows.map(({ test_id, condition }, index) => (
        <span key={test_id}>
          {index === 0 ? null : ', '}
          <Anchor component={Link} to={`/missions/${mission_id}/tests/${test_id}`} inherit>
            <Name>{names.get(test_id) ?? ''}</Name>
          </Anchor>
          {condition === null ? null : <bdi> ({toVisibleText(condition)})</bdi>}
        </span>
      ))}
    </Fact>
  );
}
