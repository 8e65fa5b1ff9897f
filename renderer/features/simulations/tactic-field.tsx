import { type ReactNode, useState } from 'react';
import { tactics } from '../../../domain/tactics.ts';
import { PillsPicker } from '../../ui/pick/pills-picker.tsx';
import { t } from '../../words.ts';

type Props = {
  value: string[];
  onChange: (ids: string[]) => void;
  error?: ReactNode;
};

export function TacticField({ value, onChange, ...shown }: Props) {
  const [text, setText] = useState('');
  const needle = text.trim().toLowerCase();
  return (
    <PillsPicker
      {...shown}
      label={t('shared.tactics')}
      placeholder={t('simulations.what_the_simulation_is_after')}
      value={value.flatMap((id) => tactics.filter((tactic) => tactic.id === id))}
      text={text}
      setText={setText}
      found={tactics.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(needle))}
      isSettled
      hint={t('simulations.no_such_tactic')}
      onAdd={({ id }) => onChange([...value, id])}
      onRemove={(gone) => onChange(value.filter((id) => id !== gone))}
    />
  );
}
