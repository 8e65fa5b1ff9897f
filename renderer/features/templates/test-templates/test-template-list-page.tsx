import { Button, Stack } from '@mantine/core';
import { IconFileExport, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { testTemplateList } from '../../../api/catalogue/templates.ts';
import { useMay } from '../../../api/connection/session.ts';
import type { LibraryPart } from '../../../api/interchange.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { useRememberedView } from '../../../ui/filters/use-remembered-view.ts';
import { toKnownOrder, toListOrder } from '../../../ui/lists/list-order.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { readAll } from '../../../ui/lists/read-all.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { ExportLibraryDialog } from '../../interchange/export-library-dialog.tsx';
import { ImportLink } from '../../interchange/import-link.tsx';
import { TemplateKinds } from '../template-kinds.tsx';
import { type Filter, TestTemplateFilters, viewNames } from './test-template-filters.tsx';
import { TestTemplateList } from './test-template-list.tsx';

const limit = 50;
const sortColumns = ['name', 'opsec', 'updated_at'] as const;

export function TestTemplateListPage() {
  useRememberedView(viewNames);
  const filters = useFilters(viewNames);
  const { values, page, toPage, clear, active: isFiltered } = filters;
  const mayCreate = useMay('test_template.create');
  const queryClient = useQueryClient();
  const dialog = useDialog(['export']);
  const listOf = (part: { limit: number; offset: number }) =>
    testTemplateList({ ...toKnownOrder(values, sortColumns), ...part });
  const list = useQuery(listOf({ limit, offset: (page - 1) * limit }));
  return (
    <Stack gap="md">
      <PageHead
        title={t('shared.templates')}
        actions={
          <>
            <ImportLink />
            <Button
              variant="default"
              leftSection={<IconFileExport size={16} aria-hidden />}
              onClick={() => dialog.open('export')}
            >
              {t('templates.export')}
            </Button>
            {mayCreate ? (
              <Button component={Link} to="/templates/new" leftSection={<IconPlus size={16} aria-hidden />}>
                {t('templates.new_test_template')}
              </Button>
            ) : null}
          </>
        }
      />
      <TemplateKinds />
      <TestTemplateFilters filter={values} onChange={filters.set} onClear={isFiltered ? clear : null} />
      {list.isLoadingError ? (
        <ProblemNote
          error={list.error}
          what={t('templates.list_of_templates')}
          onRetry={() => list.refetch()}
        />
      ) : (
        <div>
          <TestTemplateList
            templates={list.data ?? null}
            readAll={() => readAll((part) => queryClient.fetchQuery(listOf(part)))}
            isFiltered={isFiltered}
            isStale={list.isPlaceholderData}
            mayCreate={mayCreate}
            order={toListOrder(filters)}
            onClear={clear}
          />
          {list.data && list.data.total > 0 ? (
            <Pager total={list.data.total} limit={limit} page={page} onPage={toPage} />
          ) : null}
        </div>
      )}
      {dialog.name === 'export' ? (
        <ExportLibraryDialog part={toExportedPart(values)} onClose={dialog.close} />
      ) : null}
    </Stack>
  );
}

/** The list filters that an export supports: all but tactic and OPSEC level. */
function toExportedPart({ q, tag, technique, subtechnique, tactic, opsec }: Filter): LibraryPart | null {
  if (opsec !== '' || (tactic !== '' && technique === '')) return null;
  const part = { q, tag, technique: subtechnique || technique };
  return Object.values(part).some((text) => text !== '') ? part : null;
}
