import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { tacticNames } from './simulation-status.ts';

const data = Object.entries(tacticNames).map(([value, name]) => ({ value, label: `${value} ${name}` }));

export function TacticField({
  value,
  onChange,
  onBlur,
  error,
}: {
  value: string[];
  onChange: (ids: string[]) => void;
  onBlur?: () => void;
  error?: ReactNode;
}) {
  return (
    <MultiSelect
      label="Tactics"
      data={data}
      searchable
      placeholder={value.length === 0 ? 'What the simulation is after' : undefined}
      nothingFoundMessage="No such tactic"
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
    />
  );
}
