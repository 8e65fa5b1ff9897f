import { Button, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { DayField } from '../../ui/forms/day-field.tsx';
import { checkDay } from '../../ui/forms/rules.ts';
import { t } from '../../words.ts';
import styles from './history.module.css';

/** Otherwise hundreds of options would be rendered before anyone opens the list. */
const dropdownWhenOpened = { keepMounted: false };

type Name = 'actor_id' | 'since' | 'until';
type BarFilters = {
  values: Readonly<Record<Name, string>>;
  set: (changes: Partial<Record<Name, string | null>>) => void;
  clear: () => unknown;
  active: boolean;
};

/** Filters of a history: person, days, and others given by the page. */
export function HistoryFilterBar({
  filters,
  people,
  children,
}: {
  filters: BarFilters;
  people: ReadonlyMap<string, string>;
  children?: ReactNode;
}) {
  const { values, set, clear, active } = filters;
  const options = [...people].map(([value, label]) => ({ value, label: toVisibleText(label) }));
  if (values.actor_id && !people.has(values.actor_id)) {
    options.push({ value: values.actor_id, label: t('history.this_person') });
  }
  return (
    <search aria-label={t('history.filter_the_history')} className={styles.filters}>
      <FilterSelect
        label={t('history.person')}
        placeholder={t('history.anybody')}
        value={values.actor_id}
        data={options.sort((a, b) => a.label.localeCompare(b.label))}
        onChange={(actor_id) => set({ actor_id })}
      />
      {children}
      <DayFilter label={t('history.from')} value={values.since} onChange={(since) => set({ since })} />
      <DayFilter label={t('history.until')} value={values.until} onChange={(until) => set({ until })} />
      {active ? (
        <Button size="xs" variant="subtle" color="gray" onClick={() => void clear()}>
          {t('history.clear')}
        </Button>
      ) : null}
    </search>
  );
}

/** Passes on a valid day, or nothing. */
function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <DayField
      size="xs"
      style={{ flex: '1 1 140px', maxWidth: 170 }}
      label={label}
      value={wrong ?? value}
      error={wrong === null ? null : checkDay(wrong)}
      onChange={(day) => {
        const isWrong = checkDay(day) !== null;
        setWrong(isWrong ? day : null);
        if (!isWrong) onChange(day);
      }}
    />
  );
}

export function FilterSelect({
  label,
  placeholder,
  value,
  data,
  onChange,
  width = 180,
}: {
  label: string;
  placeholder: string;
  value: string;
  data: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
  width?: number;
}) {
  return (
    <Select
      size="xs"
      style={{ flex: '1 1 140px', maxWidth: width }}
      label={label}
      placeholder={placeholder}
      comboboxProps={dropdownWhenOpened}
      data={data}
      value={value || null}
      onChange={onChange}
      searchable
      limit={100}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${placeholder}` }}
    />
  );
}
