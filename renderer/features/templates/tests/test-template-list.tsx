import { Anchor, Button, Table, Text } from '@mantine/core';
import { IconFilterOff, IconTemplate } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { TestTemplate } from '../../../../server/templates/contract.ts';
import { CatalogTags } from '../../../ui/catalog-tags.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Name } from '../../../ui/name.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { Moment } from '../../../ui/time.tsx';
import { toVisibleText } from '../../../ui/visible-text.ts';
import { opsecLabels } from '../fields.ts';

/** `templates` is null while the first page is on its way. */
export function TestTemplateList({
  templates,
  isFiltered,
  isStale,
  mayCreate,
  onClear,
}: {
  templates: TestTemplate[] | null;
  isFiltered: boolean;
  isStale: boolean;
  mayCreate: boolean;
  onClear: () => void;
}) {
  if (templates === null) return <SkeletonRows rows={10} />;
  if (templates.length === 0) {
    return isFiltered ? (
      <EmptyState
        icon={IconFilterOff}
        title="No template is like that"
        hint="Take a filter away, or look for something else."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    ) : (
      <EmptyState
        icon={IconTemplate}
        title="The library is empty"
        hint="A test template says what to do, how, and what the defence should see of it."
        action={
          mayCreate ? (
            <Button component={Link} to="/templates/new">
              Write the first one
            </Button>
          ) : null
        }
      />
    );
  }
  return (
    <Table.ScrollContainer minWidth={760} type="native">
      <Table highlightOnHover verticalSpacing={6} aria-busy={isStale} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Template</Table.Th>
            <Table.Th w={165}>ATT&CK</Table.Th>
            <Table.Th w={140}>Platforms</Table.Th>
            <Table.Th w={80}>OPSEC</Table.Th>
            <Table.Th w={150}>Tags</Table.Th>
            <Table.Th w={150}>Changed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{templates.map(renderRow)}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function renderRow(template: TestTemplate) {
  return (
    <Table.Tr key={template.id}>
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
        <Text size="xs">{template.opsec === null ? '–' : opsecLabels[template.opsec]}</Text>
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
    </Table.Tr>
  );
}
