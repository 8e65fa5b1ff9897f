import { Button, Group, Menu, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconFilterOff, IconPencil, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import type { SimulationTemplate } from '../../../../server/simulations/contract.ts';
import type { Paged } from '../../../api/connection/http.ts';
import { CatalogChip } from '../../../ui/catalogue/catalog-chip.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { type ListOrder, SortHead } from '../../../ui/lists/sort-head.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { EngagementPages } from '../../../ui/pages/engagement-pages.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './simulation-template-list.module.css';

type Props = {
  templates: Paged<SimulationTemplate> | undefined;
  error: Error | null;
  onRetry: () => void;
  order: ListOrder;
  q: string;
  onSearch: (q: string) => void;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onCreate: () => void;
  onOpen: (what: 'edit' | 'delete', template: SimulationTemplate) => void;
};

export function SimulationTemplateList(props: Props) {
  const { templates, error, onRetry, q, onSearch, page, pageSize, onPage, onCreate } = props;
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      {t('simulations.new_template')}
    </Button>
  );
  return (
    <Stack gap="sm">
      <PageHead title={t('simulations.simulation_templates')} actions={create} />
      <EngagementPages />
      <SearchField
        aria-label={t('simulations.search_in_name_and_description')}
        placeholder={t('simulations.search_name_and_description')}
        value={q}
        onSearch={onSearch}
        w={260}
      />
      {templates === undefined ? (
        error === null ? (
          <SkeletonRows />
        ) : (
          <ProblemNote error={error} what={t('simulations.list_of_simulation_templates')} onRetry={onRetry} />
        )
      ) : templates.items.length > 0 ? (
        <>
          <Templates {...props} templates={templates.items} />
          <Pager total={templates.total} limit={pageSize} page={page} onPage={onPage} />
        </>
      ) : q !== '' ? (
        <EmptyState
          icon={IconFilterOff}
          title={t('simulations.no_template_matches')}
          hint={t('simulations.change_or_clear_the_search')}
        />
      ) : (
        <EmptyState
          icon={IconTemplate}
          title={t('simulations.no_simulation_templates_yet')}
          hint={t('simulations.write_down_once_what_is_simulated')}
          action={create}
        />
      )}
    </Stack>
  );
}

function Templates({
  templates,
  order,
  onOpen,
}: Pick<Props, 'order' | 'onOpen'> & { templates: SimulationTemplate[] }) {
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table verticalSpacing={6} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortHead label={t('shared.template')} column="name" order={order} />
            <Table.Th w="24%">{t('shared.techniques')}</Table.Th>
            <Table.Th w="20%">{t('shared.tactics')}</Table.Th>
            <SortHead label={t('shared.changed')} column="updated_at" order={order} w={190} />
            <Table.Th w={44}>
              <span className={styles.unseen}>{t('shared.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {templates.map((template) => (
            <Table.Tr key={template.id}>
              <Table.Td>
                <UnstyledButton data-printed className={styles.name} onClick={() => onOpen('edit', template)}>
                  <Name>{template.name}</Name>
                </UnstyledButton>
                {template.description ? (
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    <Name>{template.description}</Name>
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>
                <Group gap={4}>
                  {template.techniques.map(({ id, name }) => (
                    <CatalogChip key={id} tag={{ external_id: id, name }} short />
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{template.tactics.map(({ name }) => name).join(', ')}</Table.Td>
              <Table.Td>
                <Moment at={template.updated_at} />
              </Table.Td>
              <Table.Td>
                <RowMenu of={template.name}>
                  <Menu.Item
                    leftSection={<IconPencil size={15} aria-hidden />}
                    onClick={() => onOpen('edit', template)}
                  >
                    {t('shared.edit')}
                  </Menu.Item>
                  <Menu.Item
                    c="var(--mantine-color-error)"
                    leftSection={<IconTrash size={15} aria-hidden />}
                    onClick={() => onOpen('delete', template)}
                  >
                    {t('shared.delete')}
                  </Menu.Item>
                </RowMenu>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
