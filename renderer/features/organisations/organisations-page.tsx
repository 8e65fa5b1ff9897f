import { useQuery } from '@tanstack/react-query';
import { organisationList } from '../../api/organisations.ts';
import { useMay } from '../../api/session.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { OrganisationDialog } from './organisation-dialog.tsx';
import { OrganisationTable } from './organisation-table.tsx';

const pageSize = 50;

export function OrganisationsPage() {
  const mayWrite = useMay('mission.update');
  const filters = useFilters(['q']);
  const organisations = useQuery(
    organisationList({
      q: filters.values.q.slice(0, 200),
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
