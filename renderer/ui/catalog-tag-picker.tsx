import { Combobox, Group, Pill, PillsInput, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { longestSearch } from '../../domain/limits.ts';
import type { NamedTag } from '../../server/catalogue/contract.ts';
import { tactics, techniqueSearch } from '../api/catalogue.ts';
import { toVisibleText } from './visible-text.ts';

type Props = {
  label: string;
  description?: string;
  value: NamedTag[];
  onChange: (tags: NamedTag[]) => void;
  error?: ReactNode;
};

/** Chooses tactics, techniques and sub-techniques by id or name. */
export function CatalogTagPicker({ label, description, value, onChange, error }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const found = useTagSearch(text);
  const chosen = new Set(value.map((tag) => tag.external_id));
  const options = found.tags.filter((tag) => !chosen.has(tag.external_id));
  const remove = (externalId: string) => onChange(value.filter((tag) => tag.external_id !== externalId));
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(externalId) => {
        const tag = options.find((option) => option.external_id === externalId);
        if (tag === undefined) return;
        onChange([...value, { kind: tag.kind, external_id: tag.external_id, name: tag.name }]);
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
            {value.map((tag) => (
              <Pill
                key={tag.external_id}
                withRemoveButton
                onRemove={() => remove(tag.external_id)}
                removeButtonProps={{ 'aria-label': `Remove ${tag.external_id} ${tag.name}` }}
              >
                {tag.external_id} {toVisibleText(tag.name)}
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
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
                onKeyDown={(event) => {
                  const last = value.at(-1);
                  if (event.key !== 'Backspace' || text !== '' || last === undefined) return;
                  event.preventDefault();
                  remove(last.external_id);
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={`${label}: matches`}>
          {options.map((tag) => (
            <Combobox.Option key={tag.external_id} value={tag.external_id}>
              <Group gap="xs" wrap="nowrap" align="baseline">
                <Text span ff="monospace" size="xs" w={72} style={{ flex: 'none' }}>
                  {tag.external_id}
                </Text>
                <Text span size="sm">
                  {toVisibleText(tag.name)}
                  <Text span size="xs" c="dimmed" ml={6}>
                    {toVisibleText(tag.where)}
                  </Text>
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {options.length === 0 ? <Combobox.Empty>{found.hint}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type FoundTag = NamedTag & { where: string };

function useTagSearch(text: string): { tags: FoundTag[]; hint: string } {
  const [settled] = useDebouncedValue(text.trim(), 120);
  const known = useQuery(tactics);
  const search = useQuery(techniqueSearch(settled, 40));
  const needle = text.trim().toLowerCase();
  const tags: FoundTag[] = (known.data?.items ?? [])
    .filter(
      (tactic) => !tactic.deprecated && `${tactic.external_id} ${tactic.name}`.toLowerCase().includes(needle),
    )
    .map(({ kind, external_id, name }) => ({ kind, external_id, name, where: 'Tactic' }));
  if (needle !== '') {
    for (const { kind, id, name, tactics: above } of search.data?.items ?? []) {
      tags.push({ kind, external_id: id, name, where: above.map((tactic) => tactic.name).join(', ') });
    }
    // A typed id comes first, even if a tactic has it in its name.
    if (/^t\d/i.test(needle)) tags.sort((a, b) => Number(a.kind === 'tactic') - Number(b.kind === 'tactic'));
  }
  if (known.data?.total === 0) return { tags, hint: 'The ATT&CK catalogue has not been loaded yet' };
  return {
    tags,
    hint: search.isFetching || settled !== text.trim() ? 'Searching …' : 'Nothing of that id or name',
  };
}
