import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NamedRule } from '../../../domain/detection-rules.ts';
import { longestName, longestSearch } from '../../../domain/limits.ts';
import { detectionRules } from '../../api/catalogue/detection-rules.ts';

const offeredAtOnce = 20;

/** A rule in a form: any name, or an imported rule, which is linked by id. */
export function RuleInput({
  label,
  description,
  readOnly,
  value = null,
  onChange,
  error,
}: {
  label: string;
  description: string;
  readOnly: boolean;
  value?: NamedRule | null;
  onChange: (rule: NamedRule | null) => void;
  error?: ReactNode;
}) {
  const name = value?.rule_name ?? value?.rule_id ?? '';
  const [q] = useDebouncedValue(name.trim().slice(0, longestSearch), 150);
  const found = useQuery({ ...detectionRules({ q, limit: offeredAtOnce }), enabled: q !== '' && !readOnly });
  const offered = new Map((found.data?.items ?? []).map((item) => [item.title.trim(), item.rule_id]));
  const set = (typed: string, rule_id: string | null) =>
    onChange(typed === '' ? null : { rule_id, rule_name: typed });
  return (
    <Autocomplete
      label={label}
      description={description}
      readOnly={readOnly}
      maxLength={longestName}
      value={name}
      data={readOnly ? [] : [...offered.keys()]}
      filter={({ options }) => options}
      onChange={(typed) => set(typed, null)}
      onOptionSubmit={(title) => set(title, offered.get(title) ?? null)}
      error={error}
    />
  );
}
