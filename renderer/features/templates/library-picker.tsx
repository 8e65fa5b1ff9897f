import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import type { TestTemplate } from '../../../server/templates/contract.ts';
import { CatalogTags } from '../../ui/catalogue/catalog-tags.tsx';
import { LibrarySearch, MoreOfLibrary, useLibrary } from '../../ui/filters/library-search.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import styles from './library-picker.module.css';

const limit = 30;

/** The test library next to a scenario: a button appends a test, and may be pressed repeatedly. */
export function LibraryPicker({
  chosen,
  onAdd,
}: {
  chosen: ReadonlySet<string>;
  onAdd: (template: TestTemplate) => void;
}) {
  const library = useLibrary(limit);
  const { list, found } = library;
  return (
    <Stack gap="xs">
      <LibrarySearch library={library} />
      {list.isLoadingError ? (
        <Alert color="red" role="alert">
          {list.error.message}
        </Alert>
      ) : null}
      {list.isPending ? <SkeletonRows rows={6} /> : null}
      {found?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {library.isSearched
            ? t('templates.no_template_is_like_that')
            : t('templates.the_library_is_empty_make_a')}
        </Text>
      ) : null}
      <ul className={styles.found} aria-label={t('templates.library')} aria-busy={list.isPlaceholderData}>
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
      <MoreOfLibrary library={library} />
    </Stack>
  );
}

function AddButton({ name, isAdded, onAdd }: { name: string; isAdded: boolean; onAdd: () => void }) {
  const label = isAdded ? t('templates.add_again') : t('shared.add');
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
