import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { threatSearch } from '../../api/catalogue/threats.ts';
import { t } from '../../words.ts';
import { PillsPicker } from '../pick/pills-picker.tsx';

/** Identified by its external id. */
export type ChosenThreat = { id: string; name: string };

/** Most matches per kind. */
const mostFound = 20;

/** Chooses several groups, campaigns and software of the catalogue, by any of their names. */
export function ThreatsField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: readonly ChosenThreat[];
  onChange: (value: ChosenThreat[]) => void;
}) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, 120);
  const search = useQuery(threatSearch(settled, mostFound));
  const isSettled = !search.isFetching && settled === typed;
  const found = (search.data ?? []).map(({ external_id, name, kind, aliases }) => ({
    id: external_id,
    name,
    where: [t(`shared.threat.${kind}`), ...aliases.slice(0, 3)].join(', '),
  }));
  return (
    <PillsPicker
      label={label}
      placeholder={t('shared.threat_placeholder')}
      value={value}
      text={text}
      setText={setText}
      found={found}
      isSettled={isSettled}
      hint={isSettled ? t('shared.no_such_threat') : t('shared.searching')}
      failure={search.error?.message ?? null}
      onAdd={({ id, name }) => onChange([...value, { id, name }])}
      onRemove={(id) => onChange(value.filter((one) => one.id !== id))}
    />
  );
}
