import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { catalogueStatus } from '../../api/catalogue.ts';
import { useMay } from '../../api/session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CatalogueFacts } from './catalogue-facts.tsx';
import { CataloguePages } from './catalogue-pages.tsx';
import { ImportForm } from './import-form.tsx';
import { SyncForm } from './sync-form.tsx';

export function CatalogueStatusPage() {
  const status = useQuery(catalogueStatus);
  const maySync = useMay('catalog.sync');
  return (
    <Stack gap="md">
      <PageHead title="ATT&CK catalogue" />
      <CataloguePages />
      {status.isLoadingError ? (
        <ProblemNote error={status.error} what="catalogue’s status" onRetry={() => status.refetch()} />
      ) : null}
      {status.isPending ? <SkeletonRows rows={5} /> : null}
      {status.data ? <CatalogueFacts status={status.data} /> : null}
      {maySync && status.data ? (
        <Stack gap="xl" maw={680}>
          <SyncForm status={status.data} />
          <ImportForm status={status.data} />
        </Stack>
      ) : null}
    </Stack>
  );
}
