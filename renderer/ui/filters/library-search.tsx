import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { testTemplatePages } from '../../api/catalogue/templates.ts';
import { t } from '../../words.ts';
import { TechniqueSelect } from '../catalogue/technique-select.tsx';
import { SearchField } from './search-field.tsx';

/** The test library with its search, `limit` templates at a time. */
export function useLibrary(limit: number) {
  const [q, setQ] = useState('');
  const [technique, setTechnique] = useState<string | null>(null);
  const list = useInfiniteQuery(
    testTemplatePages({ q, ...(technique === null ? {} : { technique }) }, limit),
  );
  const isSearched = q !== '' || technique !== null;
  return {
    q,
    setQ,
    technique,
    setTechnique,
    isSearched,
    list,
    found: list.data?.pages.flatMap(({ items }) => items),
  };
}

type Library = ReturnType<typeof useLibrary>;

export function LibrarySearch({ library: { q, setQ, technique, setTechnique } }: { library: Library }) {
  return (
    <Group gap="xs" grow>
      <SearchField
        aria-label={t('shared.search_the_library')}
        placeholder={t('shared.search_the_library')}
        value={q}
        onSearch={setQ}
      />
      <TechniqueSelect kind="technique" value={technique} onChange={setTechnique} />
    </Group>
  );
}

/** Empty if the whole library is shown. */
export function MoreOfLibrary({ library: { list } }: { library: Library }) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
    >
      {t('shared.show_more')}
    </Button>
  );
}
