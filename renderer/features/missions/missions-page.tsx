import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type MissionFilter, missionList } from '../../api/missions.ts';
import { useMay } from '../../api/session.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { CreateMissionDialog } from './create-mission-dialog.tsx';
import { MissionsView } from './missions-view.tsx';
import { missionStatuses } from './statuses.ts';

const pageSize = 50;

export function Component() {
  const filters = useFilters(['q', 'client', 'status']);
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const mayCreate = useMay('mission.create');
  const { q, client } = filters.values;
  const status = missionStatuses.find((known) => known === filters.values.status);
  const filter: MissionFilter = { limit: pageSize, offset: (filters.page - 1) * pageSize };
  if (q) filter.q = q.slice(0, 200);
  if (client) filter.client = client;
  if (status) filter.status = status;
  const missions = useQuery(missionList(filter));
  const known = useQuery(missionList({ limit: 200 }));
  const clients = useMemo(() => {
    const names = (known.data?.items ?? []).flatMap((item) => (item.client ? [item.client] : []));
    return [...new Set(client ? [...names, client] : names)].sort((a, b) => a.localeCompare(b));
  }, [known.data, client]);
  // The dialog stands in the address: a link can open it, and a session that ended comes back to it.
  const dialog = (open: boolean) =>
    setParameters((before) => {
      const next = new URLSearchParams(before);
      if (open) next.set('new', '1');
      else next.delete('new');
      return next;
    });
  return (
    <>
      <MissionsView
        missions={missions.data}
        error={missions.error}
        isStale={missions.isPlaceholderData}
        onRetry={() => missions.refetch()}
        filter={{ q, client: client || null, status: status ?? null }}
        isFiltered={filters.active}
        clients={clients}
        page={filters.page}
        pageSize={pageSize}
        onFilter={filters.set}
        onPage={filters.toPage}
        onClear={filters.clear}
        onCreate={mayCreate ? () => dialog(true) : null}
      />
      {mayCreate && parameters.has('new') ? (
        <CreateMissionDialog
          onClose={() => dialog(false)}
          onCreated={(mission) => navigate(`/missions/${mission.id}`, { replace: true })}
        />
      ) : null}
    </>
  );
}
