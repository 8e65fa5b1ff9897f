import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../words.ts';
import { readDay } from '../times/typed-day.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** As YYYY-MM-DD; invalid input stays as typed. */
  value?: string;
  onChange?: (day: string) => void;
};

/** A calendar day as text: in the person's own format, `today`, or a number of days from now. */
export function DayField({ value = '', onChange, onBlur, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      placeholder={t('shared.day_example')}
      autoComplete="off"
      {...props}
      value={typed ?? value}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange?.(readDay(text, nameToday()) ?? text);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

/** Today in the browser's zone. */
function nameToday(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}
