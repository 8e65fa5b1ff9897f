import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconFilterOff, IconListNumbers, IconPlus, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ScenarioTemplate } from '../../../../server/templates/contract.ts';
import { scenarioTemplateList } from '../../../api/catalogue/templates.ts';
import { useMay } from '../../../api/connection/session.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { useRememberedView } from '../../../ui/filters/use-remembered-view.ts';
import { toKnownOrder, toListOrder } from '../../../ui/lists/list-order.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { type ListOrder, SortHead } from '../../../ui/lists/sort-head.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { TemplateKinds } from '../template-kinds.tsx';

const limit = 50;
const viewNames = ['q', 'tag', 'sort', 'order'] as const;
const sortColumns = ['name', 'updated_at'] as const;

export function ScenarioListPage() {
  useRememberedView(viewNames);
  const filters = useFilters(viewNames);
  const { values, set, clear, page, toPage, active } = filters;
  const mayCreate = useMay('scenario_template.create');
  const list = useQuery(
    scenarioTemplateList({ ...toKnownOrder(values, sortColumns), limit, offset: (page - 1) * limit }),
  );
  return (
    <Stack gap="md">
      <PageHead
        title={t('shared.templates')}
        actions={
          mayCreate ? (
            <Button
              component={Link}
              to="/templates/scenarios/new"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('templates.new_scenario_template')}
            </Button>
          ) : null
        }
      />
      <TemplateKinds />
      <Group gap="xs" role="search" aria-label={t('templates.filter_scenario_templates')}>
        <SearchField
          aria-label={t('templates.name_or_description')}
          placeholder={t('templates.name_or_description')}
          w={240}
          value={values.q}
          onSearch={(q) => set({ q })}
        />
        <SearchField
          aria-label={t('templates.tag')}
          placeholder={t('templates.any_tag')}
          w={140}
          leftSection={<IconTag size={15} aria-hidden />}
          value={values.tag}
          onSearch={(tag) => set({ tag })}
        />
      </Group>
      {list.isLoadingError ? (
        <ProblemNote
          error={list.error}
          what={t('templates.list_of_scenarios')}
          onRetry={() => list.refetch()}
        />
      ) : null}
      {list.isPending ? <SkeletonRows rows={6} /> : null}
      {list.data && list.data.items.length > 0 ? (
        <div>
          <ScenarioList
            scenarios={list.data.items}
            isStale={list.isPlaceholderData}
            order={toListOrder(filters)}
          />
          <Pager total={list.data.total} limit={limit} page={page} onPage={toPage} />
        </div>
      ) : null}
      {list.data?.items.length === 0 ? (
        <Nothing isFiltered={active} mayCreate={mayCreate} onClear={clear} />
      ) : null}
    </Stack>
  );
}

function ScenarioList({
  scenarios,
  isStale,
  order,
}: {
  scenarios: ScenarioTemplate[];
  isStale: boolean;
  order: ListOrder;
}) {
  return (
    <Table.ScrollContainer minWidth={860} type="native">
      <Table highlightOnHover verticalSpacing={6} aria-busy={isStale} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <SortHead label={t('shared.scenario')} column="name" order={order} />
            <Table.Th w={70} ta="right">
              {t('shared.tests')}
            </Table.Th>
            <Table.Th w={220}>{t('shared.attack')}</Table.Th>
            <Table.Th w={170}>{t('shared.tags')}</Table.Th>
            <SortHead label={t('shared.changed')} column="updated_at" order={order} w={185} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {scenarios.map((scenario) => (
            <Table.Tr key={scenario.id}>
              <Table.Td>
                <Anchor component={Link} to={`/templates/scenarios/${scenario.id}`} fw={500} size="sm">
                  <Name line>{scenario.name}</Name>
                </Anchor>
                {scenario.description ? (
                  <Text size="xs" c="dimmed" truncate>
                    {toVisibleText(scenario.description.slice(0, 200))}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td ta="right">{scenario.tests.length}</Table.Td>
              <Table.Td>
                <CatalogTags tags={scenario.catalog_tags} short max={3} />
              </Table.Td>
              <Table.Td>
                <Text size="xs" truncate>
                  {toVisibleText(scenario.tags.join(', '))}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="xs">
                  <Moment at={scenario.updated_at} />
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Nothing({
  isFiltered,
  mayCreate,
  onClear,
}: {
  isFiltered: boolean;
  mayCreate: boolean;
  onClear: () => void;
}) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('templates.no_scenario_is_like_that')}
        action={<Button onClick={onClear}>{t('templates.clear_filters')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={IconListNumbers}
      title={t('templates.no_scenario_yet')}
      hint={t('templates.a_scenario_is_a_list_of')}
      action={
        mayCreate ? (
          <Button component={Link} to="/templates/scenarios/new">
            {t('templates.build_the_first_one')}
          </Button>
        ) : null
      }
    />
  );
}
