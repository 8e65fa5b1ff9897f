import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { detectionLevels } from '../../api/detection-levels.ts';
import { engagementList } from '../../api/engagements.ts';
import { mission, missionList } from '../../api/missions.ts';
import { useUser } from '../../api/session.ts';
import { HomeView } from './home-view.tsx';
import { coverageOf, waitingFor } from './overview.ts';

/** Of so many running missions the tests are read for the lists and the coverage; the newest come first. */
const lookedInto = 5;

export function Component() {
  const user = useUser();
  const mayRead = user.permissions.includes('mission.read');
  const missions = useQuery({ ...missionList({ limit: 50 }), enabled: mayRead });
  const engagements = useQuery(engagementList({ limit: 6 }));
  const levels = useQuery(detectionLevels);
  const running = useMemo(
    () => (missions.data?.items ?? []).filter(({ status }) => status === 'in_progress'),
    [missions.data],
  );
  const details = useQueries({
    queries: running.slice(0, lookedInto).map(({ id }) => mission(id)),
    combine: (results) => ({
      missions: results.flatMap(({ data }) => (data ? [data] : [])),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
  const isWaiting = (mayRead && missions.isPending) || details.isPending;
  return (
    <HomeView
      user={user}
      missions={missions.data?.items ?? null}
      engagements={engagements.data?.items ?? null}
      error={missions.error ?? engagements.error}
      onRetry={() => {
        void missions.refetch();
        void engagements.refetch();
      }}
      mayCreate={user.permissions.includes('mission.create')}
      mayRead={mayRead}
      waiting={
        isWaiting
          ? null
          : {
              red: user.permissions.includes('mission.write_red_fields')
                ? waitingFor(details.missions, running, 'pending')
                : null,
              blue: user.permissions.includes('mission.write_blue_fields')
                ? waitingFor(details.missions, running, 'executed')
                : null,
            }
      }
      coverage={isWaiting ? null : coverageOf(details.missions, levels.data ?? [])}
    />
  );
}
