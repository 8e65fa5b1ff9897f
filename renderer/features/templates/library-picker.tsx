import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TestTemplate } from '../../../server/templates/contract.ts';
import { testTemplatePages } from '../../api/templates.ts';
import { CatalogTags } from '../../ui/catalog-tags.tsx';
import { Name } from '../../ui/name.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TechniqueSelect } from '../../ui/technique-select.tsx';
import styles from './library-picker.module.css';

const limit = 30;

/** The test library beside a scenario: a button adds a test to its end, as often as it is pressed. */
export function LibraryPicker({
  chosen,
  onAdd,
}: {
  chosen: ReadonlySet<string>;
  onAdd: (template: TestTemplate) => void;
}) {
  const [q, setQ] = useState('');
  const [technique, setTechnique] = useState<string | null>(null);
  const list = useInfiniteQuery(
    testTemplatePages({ q, ...(technique === null ? {} : { technique }) }, limit),
  );
  const found = list.data?.pages.flatMap((page) => page.items);
  return (
    <Stack gap="xs">
      <Group gap="xs" grow>
        <SearchField
          aria-label="Search the library"
          placeholder="Search the library"
          value={q}
          onSearch={setQ}
        />
        <TechniqueSelect kind="technique" value={technique} onChange={setTechnique} />
      </Group>
      {list.isLoadingError ? (
        <Alert color="red" role="alert">
          {list.error.message}
        </Alert>
      ) : null}
      {list.isPending ? <SkeletonRows rows={6} /> : null}
      {found?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {q === '' && technique === null
            ? 'The library is empty: make a test template first.'
            : 'No template is like that.'}
        </Text>
      ) : null}
      <ul className={styles.found} aria-label="Library" aria-busy={list.isPlaceholderData}>
        {found?.map((template) => (
          <li key={template.id} className={styles.entry}>
            <span className={styles.name}>
              <Name line>{template.name}</Name>
              <CatalogTags tags={template.catalog_tags} short max={3} />
            </span>
            <AddButton name={template.name} isAdded={chosen.has(template.id)} onAdd={() => onAdd(template)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}

function AddButton({ name, isAdded, onAdd }: { name: string; isAdded: boolean; onAdd: () => void }) {
  const label = isAdded ? 'Add again' : 'Add';
  return (
    <Button
      size="compact-xs"
      variant={isAdded ? 'subtle' : 'default'}
      color="gray"
      leftSection={isAdded ? <IconCheck size={13} aria-hidden /> : <IconPlus size={13} aria-hidden />}
      aria-label={`${label}: ${name}`}
      onClick={onAdd}
    >
      {label}
    </Button>
  );
}
