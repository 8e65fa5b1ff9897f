import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestSearch } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { useMay } from '../../api/connection/session.ts';
import { organisation, organisationList } from '../../api/organisations.ts';
import { t } from '../../words.ts';

const shown = 20;

type Props = { value: string | null; onChange: (organisationId: string | null) => void };

/** Filters a list by a visible organisation. */
export function OrganisationFilter({ value, onChange }: Props) {
  const mayRead = useMay('mission.read');
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 150);
  const chosen = useQuery({ ...organisation(value ?? ''), enabled: mayRead && value !== null }).data;
  const isChosen = chosen !== undefined && settled === toVisibleText(chosen.name);
  const q = isChosen ? '' : settled.slice(0, longestSearch);
  const found = useQuery({ ...organisationList({ q, limit: shown }), enabled: mayRead }).data?.items ?? [];
  const items = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  if (!mayRead) return null;
  return (
    <Select
      aria-label={t('shared.client')}
      placeholder={t('shared.any_client')}
      data={items.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
      // The options are already the server's results.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      clearable
      clearButtonProps={{ 'aria-label': t('shared.any_client') }}
      nothingFoundMessage={t('shared.no_such_client')}
      w={200}
    />
  );
}
