import { Checkbox, Input, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { mostTestsOfTemplates } from '../../../../domain/limits.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { LibrarySearch, MoreOfLibrary, useLibrary } from '../../../ui/filters/library-search.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './edit.module.css';

const limit = 50;

/** Picks test templates, in the order of ticking. */
export function LibraryField({
  value,
  onChange,
  error,
}: {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: ReactNode;
}) {
  const library = useLibrary(limit);
  const { list, found } = library;
  const isFull = value.length >= mostTestsOfTemplates;
  return (
    <Input.Wrapper label={t('mission_editor.test_templates')} labelElement="div" error={error}>
      <Stack gap="xs" mt={4}>
        <LibrarySearch library={library} />
        {list.isLoadingError ? (
          <ProblemNote error={list.error} what={t('mission_editor.library')} onRetry={() => list.refetch()} />
        ) : null}
        {list.isPending ? <SkeletonRows rows={6} /> : null}
        {found?.length === 0 ? (
          <Text size="sm" c="dimmed">
            {library.isSearched
              ? t('mission_editor.no_template_is_like_that')
              : t('mission_editor.the_library_is_empty_make_test')}
          </Text>
        ) : null}
        <ul
          className={styles.choices}
          aria-label={t('mission_editor.library_2')}
          aria-busy={list.isPlaceholderData}
        >
          {found?.map(({ id, name, catalog_tags }) => {
            const isPicked = value.includes(id);
            return (
              <li key={id}>
                <Checkbox
                  size="sm"
                  checked={isPicked}
                  disabled={isFull && !isPicked}
                  label={<Name>{name}</Name>}
                  onChange={() => onChange(isPicked ? value.filter((one) => one !== id) : [...value, id])}
                />
                <CatalogTags tags={catalog_tags} short max={3} />
              </li>
            );
          })}
        </ul>
        <MoreOfLibrary library={library} />
      </Stack>
    </Input.Wrapper>
  );
}
