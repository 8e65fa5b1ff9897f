import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { techniqueSearch } from '../../api/catalogue/catalogue.ts';
import { t } from '../../words.ts';
import { PillsPicker } from '../pick/pills-picker.tsx';

export type NamedTechnique = { id: string; name: string };

type Props = {
  label: string;
  description?: string;
  value: readonly NamedTechnique[];
  onChange: (techniques: NamedTechnique[]) => void;
  error?: ReactNode;
};

/** Chooses techniques and sub-techniques by id or name. */
export function TechniqueField({ value, onChange, ...shown }: Props) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, 120);
  const search = useQuery(techniqueSearch(settled, 40));
  const isSettled = !search.isFetching && settled === typed;
  return (
    <PillsPicker
      {...shown}
      placeholder={t('shared.id_or_name_such_as_t1059')}
      value={value}
      text={text}
      setText={setText}
      found={
        typed === ''
          ? []
          : (search.data?.items ?? []).map(({ id, name, tactics }) => ({
              id,
              name,
              where: tactics.map((tactic) => tactic.name).join(', '),
            }))
      }
      isSettled={isSettled}
      hint={
        typed === ''
          ? t('shared.type_an_id_or_a_name')
          : isSettled
            ? t('shared.nothing_of_that_id_or_name')
            : t('shared.searching')
      }
      failure={search.error?.message ?? null}
      onAdd={({ id, name }) => onChange([...value, { id, name }])}
      onRemove={(id) => onChange(value.filter((technique) => technique.id !== id))}
    />
  );
}
