import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<SelectProps, 'value' | 'onChange' | 'searchable' | 'searchValue' | 'onSearchChange'> & {
  onPick: (value: string) => void;
};

/** A list to pick one entry from, then another: it takes the first match on Enter, and is empty again. */
export function PickOne({ onPick, ...others }: Props) {
  const [search, setSearch] = useState('');
  return (
    <Select
      {...others}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      selectFirstOptionOnChange
      // Otherwise the text that opens the list, such as a pasted one, takes nothing on Enter.
      selectFirstOptionOnDropdownOpen
      value={null}
      onChange={(value) => {
        if (value !== null) onPick(value);
        setSearch('');
      }}
      // Without a match, it would send the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
