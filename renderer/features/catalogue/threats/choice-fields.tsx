import { SimpleGrid } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { techniqueSearch } from '../../../api/catalogue/catalogue.ts';
import type { Choice } from '../../../api/catalogue/threats.ts';
import { ThreatsField } from '../../../ui/catalogue/threats-field.tsx';
import { PillsPicker } from '../../../ui/pick/pills-picker.tsx';
import { t } from '../../../words.ts';

type Named = { external_id: string; name: string };
type Props = {
  choice: Choice;
  onChoose: (change: Partial<Choice>) => void;
  /** Names of the chosen threats and techniques, as far as read. */
  known: { threats: readonly Named[]; techniques: readonly Named[] };
};

/** Chooses several threats, and techniques of a custom list. */
export function ChoiceFields({ choice, onChoose, known }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      <ThreatsField
        label={t('catalogue.threats')}
        value={withNames(choice.threats, known.threats)}
        onChange={(threats) => onChoose({ threats: toIds(threats) })}
      />
      <TechniquesField
        value={withNames(choice.techniques, known.techniques)}
        onChange={(techniques) => onChoose({ techniques })}
      />
    </SimpleGrid>
  );
}

type Chosen = { id: string; name: string };
type FieldProps = { value: readonly Chosen[]; onChange: (ids: string[]) => void };

function withNames(ids: readonly string[], known: readonly Named[]): Chosen[] {
  const names = new Map(known.map(({ external_id, name }) => [external_id, name]));
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }));
}

const toIds = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id);

function TechniquesField({ value, onChange }: FieldProps) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, 120);
  const search = useQuery(techniqueSearch(settled, 40));
  const isSettled = typed === '' || (!search.isFetching && settled === typed);
  const found = (typed === '' ? [] : (search.data?.items ?? [])).map(({ id, name, tactics }) => ({
    id,
    name,
    where: tactics.map((tactic) => tactic.name).join(', '),
  }));
  // A pasted list is taken as a whole.
  const takeList = (next: string) => {
    const ids = next.toUpperCase().match(/\bT\d{4}(\.\d{3})?\b/g) ?? [];
    if (ids.length < 2 || next.length < text.length + 6) return setText(next);
    setText('');
    onChange([...new Set([...toIds(value), ...ids])]);
  };
  return (
    <PillsPicker
      label={t('catalogue.your_own_techniques')}
      placeholder={t('catalogue.id_or_name_or_paste_a')}
      value={value}
      text={text}
      setText={takeList}
      found={found}
      isSettled={isSettled}
      hint={
        typed === ''
          ? t('catalogue.type_an_id_or_a_name')
          : isSettled
            ? t('catalogue.nothing_of_that_id_or_name')
            : t('shared.searching')
      }
      failure={search.error?.message ?? null}
      onAdd={({ id }) => onChange([...toIds(value), id])}
      onRemove={(id) => onChange(toIds(value).filter((one) => one !== id))}
    />
  );
}
