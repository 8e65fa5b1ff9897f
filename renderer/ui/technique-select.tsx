import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { subtechniquesOf, technique, techniqueSearch } from '../api/catalogue.ts';
import { toVisibleText } from './visible-text.ts';

const words = {
  technique: { label: 'Technique', placeholder: 'Any technique' },
  subtechnique: { label: 'Sub-technique', placeholder: 'Any sub-technique' },
} as const;

/** One technique or sub-technique, found by id or name; `within` offers those of one technique before anything is typed. */
export function TechniqueSelect({
  kind,
  within = null,
  value,
  onChange,
}: {
  kind: 'technique' | 'subtechnique';
  within?: string | null;
  value: string | null;
  onChange: (externalId: string | null) => void;
}) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 120);
  const chosen = useQuery({ ...technique(value ?? ''), enabled: value !== null });
  const below = useQuery({ ...subtechniquesOf(within ?? ''), enabled: within !== null });
  const chosenLabel = value === null ? '' : `${value} ${chosen.data?.name ?? ''}`.trim();
  const needle = settled === chosenLabel ? '' : settled;
  const search = useQuery(techniqueSearch(needle, 50));
  const found =
    within !== null && needle === ''
      ? (below.data?.items ?? []).map(({ external_id, name }) => ({ id: external_id, name }))
      : (search.data?.items ?? []).filter(
          (entry) => entry.kind === kind && (within === null || entry.id.startsWith(`${within}.`)),
        );
  const data = found.map(({ id, name }) => ({ value: id, label: toVisibleText(`${id} ${name}`) }));
  if (value !== null && !data.some((option) => option.value === value)) {
    data.unshift({ value, label: chosenLabel });
  }
  return (
    <Select
      aria-label={words[kind].label}
      placeholder={words[kind].placeholder}
      w={195}
      clearable
      clearButtonProps={{ 'aria-label': words[kind].placeholder }}
      searchable
      data={data}
      // What is offered is already what the server found, best first.
      filter={({ options }) => options}
      nothingFoundMessage={needle === '' ? 'Type an id or a name' : 'Nothing of that id or name'}
      value={value}
      onChange={onChange}
      searchValue={text}
      onSearchChange={setText}
    />
  );
}
