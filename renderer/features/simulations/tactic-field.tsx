import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { tactics } from '../../../domain/tactics.ts';

const data = tactics.map(({ id, name }) => ({ value: id, label: `${id} ${name}` }));

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
