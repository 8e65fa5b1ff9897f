import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { catalogueStatus } from '../../api/catalogue/catalogue.ts';
import { useMay } from '../../api/connection/session.ts';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { t } from '../../words.ts';
import { CatalogueFacts } from './catalogue-facts.tsx';
import { CataloguePages } from './catalogue-pages.tsx';
import { ImportForm } from './import-form.tsx';
import { SyncForm } from './sync-form.tsx';

export function CatalogueStatusPage() {
  const status = useQuery(catalogueStatus);
  const maySync = useMay('catalog.sync');
  return (
    <Stack gap="md">
      <PageHead title={t('catalogue.att_ck_catalogue')} />
      <CataloguePages />
      {status.isLoadingError ? (
        <ProblemNote
          error={status.error}
          what={t('catalogue.catalogue_s_status')}
          onRetry={() => status.refetch()}
        />
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
