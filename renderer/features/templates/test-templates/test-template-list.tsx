import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { IconFilterOff, IconTemplate } from '@tabler/icons-react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TestTemplate } from '../../../../server/templates/contract.ts';
import type { Paged } from '../../../api/connection/http.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { type ListOrder, SortHead } from '../../../ui/lists/sort-head.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { SelectAllHead, SelectCell, SelectionBar } from '../../../ui/selection/selection.tsx';
import { useSelection } from '../../../ui/selection/use-selection.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { TestTemplateBulk, useMayBulk } from './test-template-bulk.tsx';

type Props = {
  /** Null while the first page is loading. */
  templates: Paged<TestTemplate> | null;
  readAll: () => Promise<readonly TestTemplate[]>;
  isFiltered: boolean;
  isStale: boolean;
  mayCreate: boolean;
  order: ListOrder;
  onClear: () => void;
};

export function TestTemplateList(props: Props) {
  const { templates } = props;
  return templates === null ? <SkeletonRows rows={10} /> : <Found {...props} templates={templates} />;
}

function Found(props: Props & { templates: Paged<TestTemplate> }) {
  const {
    templates: { items: templates, total },
    readAll,
    isStale,
  } = props;
  const selection = useSelection({
    list: 'selected test templates',
    shown: templates,
    total,
    isStale,
    readAll,
  });
  const maySelect = useMayBulk();
  return (
    <Stack gap="xs">
      {maySelect ? (
        <SelectionBar selection={selection} one="test_template">
          <TestTemplateBulk templates={selection.selected} onDone={selection.clear} />
        </SelectionBar>
      ) : null}
      {templates.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <Rows {...props} templates={templates} selection={maySelect ? selection : null} />
      )}
    </Stack>
  );
}

function Nothing({ isFiltered, mayCreate, onClear }: Pick<Props, 'isFiltered' | 'mayCreate' | 'onClear'>) {
  return isFiltered ? (
    <EmptyState
      icon={IconFilterOff}
      title={t('templates.no_template_is_like_that_2')}
      hint={t('templates.take_a_filter_away_or_look')}
      action={<Button onClick={onClear}>{t('templates.clear_filters')}</Button>}
    />
  ) : (
    <EmptyState
      icon={IconTemplate}
      title={t('templates.the_library_is_empty')}
      hint={t('templates.a_test_template_says_what_to')}
      action={
        mayCreate ? (
          <Button component={Link} to="/templates/new">
            {t('templates.write_the_first_one')}
          </Button>
        ) : null
      }
    />
  );
}

function Rows({
  templates,
  isStale,
  order,
  selection,
}: Pick<Props, 'isStale' | 'order'> & {
  templates: readonly TestTemplate[];
  /** Null without any bulk action. */
  selection: ReturnType<typeof useSelection<TestTemplate>> | null;
}) {
  return (
    <Table.ScrollContainer minWidth={960} type="native">
      <Table highlightOnHover verticalSpacing={6} aria-busy={isStale} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {selection === null ? null : <SelectAllHead selection={selection} />}
            <SortHead label={t('shared.template')} column="name" order={order} />
            <Table.Th w={165}>{t('shared.attack')}</Table.Th>
            <Table.Th w={140}>{t('templates.platforms')}</Table.Th>
            <SortHead label={t('templates.opsec')} column="opsec" order={order} w={80} />
            <Table.Th w={150}>{t('shared.tags')}</Table.Th>
            <SortHead label={t('shared.changed')} column="updated_at" order={order} w={185} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {templates.map((template) => (
            <Table.Tr key={template.id} data-selected={selection?.has(template.id) || undefined}>
              {selection === null ? null : (
                <SelectCell selection={selection} item={template} name={template.name} />
              )}
              <Cells template={template} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Cells({ template }: { template: TestTemplate }) {
  return (
    <>
      <Table.Td>
        <Anchor component={Link} to={`/templates/${template.id}`} fw={500} size="sm">
          <Name line>{template.name}</Name>
        </Anchor>
        {template.description ? (
          <Text size="xs" c="dimmed" truncate>
            {toVisibleText(template.description.slice(0, 200))}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        <CatalogTags tags={template.catalog_tags} short max={2} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" truncate title={toVisibleText(template.platforms.join(', '))}>
          {toVisibleText(template.platforms.join(', '))}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs">{template.opsec === null ? '–' : t(`names.opsec.${template.opsec}`)}</Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs" truncate title={toVisibleText(template.tags.join(', '))}>
          {toVisibleText(template.tags.join(', '))}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs">
          <Moment at={template.updated_at} />
        </Text>
      </Table.Td>
    </>
  );
}
