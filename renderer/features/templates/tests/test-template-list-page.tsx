import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';
import { testTemplateList } from '../../../api/templates.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { TemplateKinds } from '../template-kinds.tsx';
import { filterNames, TestTemplateFilters } from './test-template-filters.tsx';
import { TestTemplateList } from './test-template-list.tsx';

const limit = 50;

export function TestTemplateListPage() {
  const filters = useFilters(filterNames);
  const { values, page, toPage, clear, active: isFiltered } = filters;
  const mayCreate = useMay('test_template.create');
  const list = useQuery(testTemplateList({ ...values, limit, offset: (page - 1) * limit }));
  return (
    <Stack gap="md">
      <PageHead
        title="Templates"
        actions={
          mayCreate ? (
            <Button component={Link} to="/templates/new" leftSection={<IconPlus size={16} aria-hidden />}>
              New test template
            </Button>
          ) : null
        }
      />
      <TemplateKinds />
      <TestTemplateFilters filter={values} onChange={filters.set} onClear={isFiltered ? clear : null} />
      {list.isLoadingError ? (
        <ProblemNote error={list.error} what="list of templates" onRetry={() => list.refetch()} />
      ) : (
        <div>
          <TestTemplateList
            templates={list.data?.items ?? null}
            isFiltered={isFiltered}
            isStale={list.isPlaceholderData}
            mayCreate={mayCreate}
            onClear={clear}
          />
          {list.data && list.data.total > 0 ? (
            <Pager total={list.data.total} limit={limit} page={page} onPage={toPage} />
          ) : null}
        </div>
      )}
    </Stack>
  );
}
