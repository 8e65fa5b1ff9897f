import { useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { longestSearch } from '../../../domain/limits.ts';
import { useMay } from '../../api/connection/session.ts';
import { organisationList } from '../../api/organisations.ts';

/** Reads enough to include an exact match; fewer are offered. */
const read = 100;
const shown = 8;

/** The name last written for the work, and its organisation, which may have been renamed since. */
export type Written = { client: string | null; organisation: { id: string; name: string } | null };

const toKey = (name: string) => name.trim().toLowerCase();

/**
 * Choosing an organisation by name. Enter takes the highlighted or first match; text left in the field means the organisation of
 * that name, in any case, or a new one.
 */
export function useOrganisationPick(
  value: string,
  onChange: (name: string) => void,
  written: Written | null,
) {
  const mayRead = useMay('mission.read');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const typed = value.trim();
  const [settled] = useDebouncedValue(typed, 120);
  const q = settled.slice(0, longestSearch);
  const isAsked = useRef(false);
  const search = useQuery({ ...organisationList({ q, limit: read }), enabled: mayRead });
  const isSettled = settled === typed && !search.isFetching;
  const found = search.data?.items ?? [];
  const exact = typed === '' ? undefined : found.find(({ name }) => toKey(name) === toKey(typed));
  // Organisations may share a name; the server prefers one's own.
  const names = new Map(found.map(({ name }) => [toKey(name), name]));
  if (exact !== undefined) names.delete(toKey(exact.name));
  const options = [...(exact === undefined ? [] : [exact.name]), ...names.values()].slice(0, shown);
  const present =
    typed !== '' && toKey(typed) === toKey(written?.client ?? '') ? (written?.organisation ?? null) : null;
  const isNew =
    typed !== '' && present === null && exact === undefined && isSettled && search.data !== undefined;
  const take = (name: string) => {
    isAsked.current = false;
    onChange(name);
    combobox.closeDropdown();
  };
  const answer = useEffectEvent(() => {
    if (isAsked.current) take(options[0] ?? typed);
  });
  useEffect(() => {
    if (isSettled) answer();
  }, [isSettled]);
  return {
    combobox,
    options,
    typed,
    /** The named organisation, once known. */
    picked: present ?? (isSettled && exact !== undefined ? { id: exact.id, name: exact.name } : null),
    isNew,
    mayRead,
    take,
    field: {
      onInput: (text: string) => {
        isAsked.current = false;
        onChange(text);
        combobox.resetSelectedOption();
        combobox.openDropdown();
      },
      onOpen: () => combobox.openDropdown(),
      onBlur: () => {
        combobox.closeDropdown();
        if (exact !== undefined && exact.name !== value) onChange(exact.name);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        if (!mayRead || typed === '' || !combobox.dropdownOpened) return;
        if (combobox.getSelectedOptionIndex() !== -1) return;
        event.preventDefault();
        if (isSettled) take(options[0] ?? typed);
        else isAsked.current = true;
      },
    },
  };
}
