import { useQuery } from '@tanstack/react-query';
import { runningStatus } from '../../../domain/missions.ts';
import { redRoles, sides, socRoles, writePermission } from '../../../domain/sides.ts';
import { usePreferences } from '../../api/accounts/preferences.ts';
import { useUser } from '../../api/connection/session.ts';
import { engagementList } from '../../api/engagements/engagements.ts';
import { coverage, firstSteps, followed } from '../../api/home.ts';
import { missionList } from '../../api/missions/missions.ts';
import { HomeView } from './home-view.tsx';

/** Limit of open missions shown here; the missions page shows all. */
const missionsShown = 8;

export function HomePage() {
  const user = useUser();
  const { first_steps } = usePreferences();
  const enabled = user.permissions.includes('mission.read');
  const limit = missionsShown;
  const running = useQuery({ ...missionList({ status: runningStatus, limit }), ...followed, enabled });
  const drafts = useQuery({ ...missionList({ status: 'draft', limit }), ...followed, enabled });
  const all = useQuery({ ...missionList({ limit: 1 }), enabled });
  const engagements = useQuery({ ...engagementList({ limit: 6 }), ...followed });
  const covered = useQuery({ ...coverage({ status: runningStatus }), ...followed, enabled });
  const steps = useQuery({ ...firstSteps, enabled: first_steps === 'shown' });
  const queries = [running, drafts, all, engagements, covered];
  const open =
    running.data && drafts.data ? [...running.data.items, ...drafts.data.items].slice(0, limit) : null;
  const rolesOf = { red: redRoles, blue: socRoles };
  const isLeft = first_steps === 'shown' && steps.data?.steps.some(({ done }) => !done);
  return (
    <HomeView
      user={user}
      missions={open}
      led={(running.data?.items ?? []).filter(({ members }) =>
        members.some(({ user: { id }, role_hint }) => id === user.id && role_hint === 'lead'),
      )}
      left={(running.data?.total ?? 0) + (drafts.data?.total ?? 0) - (open?.length ?? 0)}
      hasMissions={(all.data?.total ?? 0) > 0}
      engagements={engagements.data?.items ?? null}
      error={queries.find(({ error, data }) => error !== null && data === undefined)?.error ?? null}
      onRetry={() => {
        for (const query of queries) if (query.isError) void query.refetch();
      }}
      mayCreate={user.permissions.includes('mission.create')}
      mayRead={enabled}
      writes={sides.filter(
        (side) =>
          (enabled && user.permissions.includes(writePermission[side])) || rolesOf[side].includes(user.role),
      )}
      coverage={covered.data ?? null}
      steps={isLeft ? (steps.data ?? null) : null}
    />
  );
}
