import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostExpectedRules, type NamedRule } from '../../../domain/detection-rules.ts';
import { longestSearch } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { detectionRules } from '../../api/catalogue/detection-rules.ts';
import { t } from '../../words.ts';

const offeredAtOnce = 20;

const toKey = ({ rule_id, rule_name }: NamedRule): string => rule_id ?? JSON.stringify(rule_name);

/** The rules that have to fire, found by a search in the library. */
export function ExpectedRules({
  kind,
  className,
  value,
  onChange,
}: {
  /** Name of the kind of outcome. */
  kind: string;
  className: string;
  value: readonly NamedRule[];
  onChange: (rules: NamedRule[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim().slice(0, longestSearch), 150);
  const found = useQuery({ ...detectionRules({ q, limit: offeredAtOnce }), enabled: q !== '' });
  const offered = (q === '' ? [] : (found.data?.items ?? [])).map(
    ({ rule_id, title }): NamedRule => ({ rule_id, rule_name: title.trim() }),
  );
  // The names that were chosen before stay as they are.
  const known = new Map([...offered, ...value].map((rule) => [toKey(rule), rule]));
  return (
    <MultiSelect
      aria-label={t('mission_editor.value_rules', { value: kind })}
      placeholder={value.length === 0 ? t('mission_editor.any_rule') : ''}
      size="xs"
      className={className}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
      clearButtonProps={{ 'aria-label': t('mission_editor.value_any_rule', { value: kind }) }}
      maxValues={mostExpectedRules}
      hidePickedOptions
      nothingFoundMessage={
        q === '' ? t('mission_editor.type_to_find_rules') : t('mission_editor.no_rule_of_that_name')
      }
      filter={({ options }) => options}
      data={[...known].map(([key, { rule_id, rule_name }]) => ({
        value: key,
        label: toVisibleText(rule_name ?? rule_id ?? ''),
      }))}
      value={value.map(toKey)}
      onChange={(keys) => onChange(keys.flatMap((key) => known.get(key) ?? []))}
    />
  );
}
