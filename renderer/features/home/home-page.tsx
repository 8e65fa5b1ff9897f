import { useQuery } from '@tanstack/react-query';
import { engagementList } from '../../api/engagements.ts';
import { coverage, missionOutcomes, overview } from '../../api/home.ts';
import { missionList } from '../../api/missions.ts';
import { useUser } from '../../api/session.ts';
import { HomeView, missionsShown } from './home-view.tsx';

export function HomePage() {
  const user = useUser();
  const enabled = user.permissions.includes('mission.read');
  const limit = missionsShown;
  const running = useQuery({ ...missionList({ status: 'in_progress', limit }), enabled });
  const drafts = useQuery({ ...missionList({ status: 'draft', limit }), enabled });
  const all = useQuery({ ...missionList({ limit: 1 }), enabled });
  const engagements = useQuery(engagementList({ limit: 6 }));
  const waiting = useQuery({ ...overview, enabled });
  const covered = useQuery({ ...coverage({ status: 'in_progress' }), enabled });
  const queries = [running, drafts, all, engagements, waiting, covered];
  const open =
    running.data && drafts.data ? [...running.data.items, ...drafts.data.items].slice(0, limit) : null;
  const outcomes = useQuery({
    ...missionOutcomes(open ?? []),
    enabled: enabled && open !== null && open.length > 0,
  });
  return (
    <HomeView
      user={user}
      missions={open}
      hasMissions={(all.data?.total ?? 0) > 0}
      engagements={engagements.data?.items ?? null}
      error={queries.find(({ error, data }) => error !== null && data === undefined)?.error ?? null}
      onRetry={() => {
        for (const query of queries) if (query.isError) void query.refetch();
      }}
      mayCreate={user.permissions.includes('mission.create')}
      mayRead={enabled}
      writes={{
        red: user.permissions.includes('mission.write_red_fields'),
        blue: user.permissions.includes('mission.write_blue_fields'),
      }}
      waiting={waiting.data ?? null}
      coverage={covered.data ?? null}
      outcomes={outcomes.data}
    />
  );
}
