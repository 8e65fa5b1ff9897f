import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import { tactics, techniqueSearch } from '../../api/catalogue/catalogue.ts';
import { t } from '../../words.ts';
import { PillsPicker } from '../pick/pills-picker.tsx';

type Props = {
  label: string;
  description?: string;
  value: NamedTag[];
  onChange: (tags: NamedTag[]) => void;
  error?: ReactNode;
};

/** Chooses tactics, techniques and sub-techniques by id or name. */
export function CatalogTagPicker({ value, onChange, ...shown }: Props) {
  const [text, setText] = useState('');
  const { tags, ...found } = useTagSearch(text.trim());
  return (
    <PillsPicker
      {...shown}
      {...found}
      placeholder={t('shared.id_or_name_such_as_t1059')}
      value={value.map(({ external_id, name }) => ({ id: external_id, name }))}
      text={text}
      setText={setText}
      found={tags}
      onAdd={({ kind, id, name }) => onChange([...value, { kind, external_id: id, name }])}
      onRemove={(id) => onChange(value.filter((tag) => tag.external_id !== id))}
    />
  );
}

type FoundTag = { kind: NamedTag['kind']; id: string; name: string; where: string };

function useTagSearch(typed: string): {
  tags: FoundTag[];
  isSettled: boolean;
  hint: string;
  failure: string | null;
} {
  const [settled] = useDebouncedValue(typed, 120);
  const known = useQuery(tactics);
  const search = useQuery(techniqueSearch(settled, 40));
  const needle = typed.toLowerCase();
  const tags: FoundTag[] = (known.data?.items ?? [])
    .filter(
      (tactic) => !tactic.deprecated && `${tactic.external_id} ${tactic.name}`.toLowerCase().includes(needle),
    )
    .map(({ kind, external_id, name }) => ({ kind, id: external_id, name, where: t('shared.tactic') }));
  if (needle !== '') {
    for (const { kind, id, name, tactics: above } of search.data?.items ?? []) {
      tags.push({ kind, id, name, where: above.map((tactic) => tactic.name).join(', ') });
    }
    // An exact id comes first, even if a tactic's name contains it.
    if (/^t\d/i.test(needle)) tags.sort((a, b) => Number(a.kind === 'tactic') - Number(b.kind === 'tactic'));
  }
  const isSettled = !search.isFetching && !known.isFetching && settled === typed;
  if (known.data?.total === 0) {
    return { tags, isSettled, hint: t('shared.the_att_ck_catalogue_has_not'), failure: null };
  }
  const hint = isSettled ? t('shared.nothing_of_that_id_or_name') : t('shared.searching');
  return { tags, isSettled, hint, failure: search.error?.message ?? null };
}
