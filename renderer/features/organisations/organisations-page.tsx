import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/connection/session.ts';
import { organisationList } from '../../api/organisations.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../ui/filters/use-filters.ts';
import { useRememberedView } from '../../ui/filters/use-remembered-view.ts';
import { toKnownOrder } from '../../ui/lists/list-order.ts';
import { OrganisationDialog } from './organisation-dialog.tsx';
import { OrganisationTable } from './organisation-table.tsx';

const pageSize = 50;
const viewNames = ['q', 'sort', 'order'] as const;
const sortColumns = ['name', 'missions', 'engagements', 'tools'] as const;

export function OrganisationsPage() {
  const mayWrite = useMay('mission.update');
  useRememberedView(viewNames);
  const filters = useFilters(viewNames);
  const { q, ...order } = filters.values;
  const organisations = useQuery(
    organisationList({
      q: q.slice(0, 200),
      ...toKnownOrder(order, sortColumns),
      limit: pageSize,
      offset: (filters.page - 1) * pageSize,
    }),
  );
  const dialog = useDialog(['create'], { may: mayWrite });
  return (
    <>
      <OrganisationTable
        organisations={organisations.data}
        error={organisations.error}
        isStale={organisations.isPlaceholderData}
        onRetry={() => organisations.refetch()}
        filters={filters}
        pageSize={pageSize}
        onCreate={mayWrite ? () => dialog.open('create') : null}
      />
      {dialog.name === 'create' ? (
        <OrganisationDialog
          organisation={null}
          onClose={dialog.close}
          onSaved={(made) => dialog.leaveFor(`/organisations/${made.id}`)}
        />
      ) : null}
    </>
  );
}
