import { Combobox, Group, Pill, PillsInput, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { longestSearch } from '../../../domain/limits.ts';
import { techniqueSearch } from '../../api/catalogue.ts';
import { toVisibleText } from '../../ui/visible-text.ts';

export type NamedTechnique = { id: string; name: string };

/** Chooses techniques and sub-techniques by id or name. */
export function TechniqueField({
  label,
  description,
  value,
  onChange,
  onBlur,
  error,
}: {
  label: string;
  description?: string;
  value: readonly NamedTechnique[];
  onChange: (techniques: NamedTechnique[]) => void;
  onBlur?: () => void;
  error?: ReactNode;
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const needle = text.trim();
  const [settled] = useDebouncedValue(needle, 120);
  const found = useQuery(techniqueSearch(settled, 40));
  const chosen = new Set(value.map(({ id }) => id));
  const options = needle === '' ? [] : (found.data?.items ?? []).filter(({ id }) => !chosen.has(id));
  const remove = (id: string) => onChange(value.filter((technique) => technique.id !== id));
  const hint =
    needle === ''
      ? 'Type an id or a name'
      : found.isError
        ? found.error.message
        : found.isFetching || settled !== needle
          ? 'Searching …'
          : 'Nothing of that id or name';
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const option = options.find((technique) => technique.id === id);
        if (option === undefined) return;
        onChange([...value, { id: option.id, name: option.name }]);
        setText('');
        // Closes the list, so that what is below it can be reached; typing opens it again.
        combobox.closeDropdown();
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          description={description}
          error={error}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {value.map(({ id, name }) => (
              <Pill
                key={id}
                withRemoveButton
                onRemove={() => remove(id)}
                removeButtonProps={{ 'aria-label': `Remove ${id} ${name}` }}
              >
                {id} {toVisibleText(name)}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                role="combobox"
                value={text}
                aria-label={`${label}: id or name`}
                placeholder={value.length === 0 ? 'Id or name, such as T1059 or PowerShell' : undefined}
                maxLength={longestSearch}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  onBlur?.();
                }}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
                onKeyDown={(event) => {
                  const last = value.at(-1);
                  if (event.key !== 'Backspace' || text !== '' || last === undefined) return;
                  event.preventDefault();
                  remove(last.id);
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={`${label}: matches`}>
          {options.map(({ id, name, tactics }) => (
            <Combobox.Option key={id} value={id}>
              <Group gap="xs" wrap="nowrap" align="baseline">
                <Text span ff="monospace" size="xs" w={72} style={{ flex: 'none' }}>
                  {id}
                </Text>
                <Text span size="sm">
                  {toVisibleText(name)}
                  <Text span size="xs" c="dimmed" ml={6}>
                    {toVisibleText(tactics.map((tactic) => tactic.name).join(', '))}
                  </Text>
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {options.length === 0 ? <Combobox.Empty>{hint}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
