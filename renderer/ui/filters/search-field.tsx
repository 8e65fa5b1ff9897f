import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { longestSearch } from '../../../domain/limits.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onSearch: (text: string) => void;
};

/** A text filter that reports its text when typing pauses, and follows the address. */
export function SearchField({ value, onSearch, onKeyDown, ...input }: Props) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((next: string) => {
    told.current = next.trim();
    onSearch(next.trim());
  }, 250);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (text === '') return event.currentTarget.blur();
    setText('');
    tell('');
  };
  return (
    <TextInput
      type="search"
      maxLength={longestSearch}
      leftSection={<IconSearch size={15} aria-hidden />}
      {...input}
      onKeyDown={(event) => {
        keepForm(event);
        leave(event);
        onKeyDown?.(event);
      }}
      // While there is text to clear, Escape must not close the surrounding dialog.
      data-mantine-stop-propagation={text !== '' || undefined}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}

/** Enter in a search field searches; it does not submit the surrounding form. */
export function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
