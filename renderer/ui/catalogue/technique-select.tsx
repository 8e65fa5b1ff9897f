import { Combobox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestSearch } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { subtechniquesOf, technique, techniqueSearch } from '../../api/catalogue/catalogue.ts';
import { t } from '../../words.ts';
import { PickList } from '../pick/pick-list.tsx';
import { usePick } from '../pick/use-pick.ts';

const words = () =>
  ({
    technique: { label: t('shared.technique'), placeholder: t('shared.any_technique') },
    subtechnique: { label: t('shared.sub_technique'), placeholder: t('shared.any_sub_technique') },
  }) as const;

/** One technique or sub-technique, found by id or name; `within` suggests those of one technique before typing. */
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
  const { label, placeholder } = words()[kind];
  const [text, setText] = useState('');
  const typed = text.trim();
  const { found, isSettled, failure } = useMatches(kind, within, typed);
  const chosen = useQuery({ ...technique(value ?? ''), enabled: value !== null });
  const pick = usePick({
    setText,
    typed,
    options: found,
    isSettled,
    failure,
    onPick: ({ id }) => onChange(id),
  });
  const { combobox, field } = pick;
  const hint =
    typed === ''
      ? t('shared.type_an_id_or_a_name')
      : isSettled
        ? t('shared.nothing_of_that_id_or_name')
        : t('shared.searching');
  const shown = value === null ? '' : toVisibleText(`${value} ${chosen.data?.name ?? ''}`.trim());
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const option = found.find((one) => one.id === id);
        if (option !== undefined) pick.take(option);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          aria-label={label}
          placeholder={placeholder}
          w={195}
          maxLength={longestSearch}
          error={pick.error}
          // The choice stays in the field until something else is typed.
          value={text === '' ? shown : text}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => {
            field.onFocus();
            event.currentTarget.select();
          }}
          onBlur={field.onBlur}
          onChange={(event) => {
            const next = event.currentTarget.value;
            if (next === '' && value !== null) onChange(null);
            field.onInput(next);
          }}
          onKeyDown={(event) => {
            field.onKeyDown(event);
            // Enter picks a match; it must not submit the surrounding form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          rightSectionPointerEvents={value === null ? 'none' : 'all'}
          rightSection={
            value === null ? (
              <Combobox.Chevron size="sm" />
            ) : (
              <Combobox.ClearButton size="sm" aria-label={placeholder} onClear={() => onChange(null)} />
            )
          }
        />
      </Combobox.Target>
      <PickList label={label} options={found} isTyped={typed !== ''} hint={failure ?? hint} />
    </Combobox>
  );
}

function useMatches(kind: 'technique' | 'subtechnique', within: string | null, typed: string) {
  const [settled] = useDebouncedValue(typed, 120);
  const below = useQuery({ ...subtechniquesOf(within ?? ''), enabled: within !== null });
  const search = useQuery(techniqueSearch(settled, 50));
  const found =
    typed !== ''
      ? (search.data?.items ?? []).filter(
          (entry) => entry.kind === kind && (within === null || entry.id.startsWith(`${within}.`)),
        )
      : within === null
        ? []
        : (below.data?.items ?? []).map(({ external_id, name }) => ({ id: external_id, name }));
  return {
    found: found.map(({ id, name }) => ({ id, name })),
    isSettled: !search.isFetching && settled === typed,
    failure: search.error?.message ?? null,
  };
}
