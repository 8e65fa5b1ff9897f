import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type EngagementFilter, engagementList } from '../../api/engagements.ts';
import { useUser } from '../../api/session.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { EngagementDialog } from './engagement-dialog.tsx';
import { engagementStatuses, isRed } from './engagement-status.ts';
import { EngagementsView } from './engagements-view.tsx';

const pageSize = 50;

export function Component() {
  const filters = useFilters(['q', 'client', 'status']);
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const mayCreate = isRed(useUser().role);
  const { q, client } = filters.values;
  const status = engagementStatuses.find((known) => known === filters.values.status);
  const filter: EngagementFilter = { limit: pageSize, offset: (filters.page - 1) * pageSize };
  if (q) filter.q = q.slice(0, 200);
  if (client) filter.client = client;
  if (status) filter.status = status;
  const engagements = useQuery(engagementList(filter));
  const known = useQuery(engagementList({ limit: 200 }));
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
      <EngagementsView
        engagements={engagements.data}
        error={engagements.error}
        isStale={engagements.isPlaceholderData}
        onRetry={() => engagements.refetch()}
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
        <EngagementDialog
          engagement={null}
          onClose={() => dialog(false)}
          onSaved={(made) => navigate(`/engagements/${made.id}`, { replace: true })}
        />
      ) : null}
    </>
  );
}
