import '@mantine/spotlight/styles.css';
import { Kbd, Text } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUser } from '../api/connection/session.ts';
import { rich } from '../rich.ts';
import { listOpened } from '../ui/pages/opened.tsx';
import { listPageActions } from '../ui/pages/page-actions.ts';
import { usePreferenceChange } from '../ui/preferences/use-preference-change.ts';
import { Name } from '../ui/text/name.tsx';
import { t } from '../words.ts';
import { showKeys } from './keyboard-shortcuts.tsx';
import styles from './palette.module.css';
import {
  type Entry,
  type EntryGroup,
  listActions,
  listOpenedEntries,
  listPageEntries,
} from './palette-entries.ts';
import { type Found, useOpenMission, usePaletteSearch } from './use-palette-search.ts';
import { useSignOut } from './use-sign-out.tsx';

const [store, palette] = createSpotlight();

export const showPalette = palette.open;

/** Called when the field has the focus; returns the text typed before that. */
export type PanelProps = { onReady: () => string };

export function PalettePanel({ onReady }: PanelProps) {
  const [typed, setTyped] = useState('');
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      size={620}
      overlayProps={{}}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': t('app.command_palette') } }}
    >
      <Palette
        typed={typed}
        onFocus={() => {
          const before = onReady();
          if (before !== '') setTyped(before);
        }}
      />
    </Spotlight.Root>
  );
}

function Palette({ typed, onFocus }: { typed: string; onFocus: () => void }) {
  const { groups, found } = useEntries(typed);
  const entries = groups.flatMap((group) => group.entries);
  const [chosenId, setChosenId] = useState<string | null>(null);
  // Spotlight selects by position. Later results may come before the selected one, which stays selected.
  const chosen = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId),
  );
  const listId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && entries.length > 0) {
      setChosenId(entries[(chosen + by + entries.length) % entries.length]?.id ?? null);
    } else if (event.key === 'Enter') document.getElementById(`${listId}-${chosen}`)?.click();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Spotlight.Search
        size="md"
        placeholder={t('app.search_missions_tests_techniques_engagements')}
        aria-label={t('app.search_missions_tests_techniques_engagements_2')}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-autofocus
        leftSection={<IconSearch size={17} stroke={1.6} aria-hidden />}
        onFocus={onFocus}
        onChange={() => setChosenId(null)}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 ? (
        <Options id={listId} groups={groups} chosen={entries[chosen]} />
      ) : (
        <Spotlight.Empty>
          {found.isSearching ? t('app.searching') : t('app.nothing_found_missions_and_engagements_are')}
        </Spotlight.Empty>
      )}
      <Spotlight.Footer className={styles.footer as string}>
        <Text size="xs" c="dimmed" role="status" lineClamp={2}>
          {describeResults(found, typed.trim(), entries.length)}
        </Text>
        <Text size="xs" c="dimmed" className={styles.keys as string} aria-hidden>
          {rich('app.kbd_kbd_2_choose_enter_open', {
            kbd: <Kbd size="xs">↑</Kbd>,
            kbd_2: <Kbd size="xs">↓</Kbd>,
            kbd2: (parts) => <Kbd size="xs">{parts}</Kbd>,
            kbd3: (parts) => <Kbd size="xs">{parts}</Kbd>,
          })}
        </Text>
      </Spotlight.Footer>
    </>
  );
}

function useEntries(typed: string): { groups: EntryGroup[]; found: Found } {
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const show = usePreferenceChange();
  const go = (to: string) => void navigate(to);
  const found = usePaletteSearch(typed, go);
  const missionId = useOpenMission();
  const actions = listActions(user, typed.trim(), {
    missionId,
    go,
    showKeys,
    showApi: () => window.open('/api/docs', '_blank', 'noreferrer'),
    signOut: () => void signOut(),
    show,
  });
  const here = useLocation().pathname;
  const opened = listOpenedEntries(listOpened(), typed.trim(), { go, here });
  const known = [opened, listPageEntries(listPageActions(), typed.trim()), ...actions];
  // Known entries come first: they appear at once, and later results don't move them.
  return {
    groups: [...known, ...leaveOut(found.groups, opened)].filter(({ entries }) => entries.length > 0),
    found,
  };
}

/** The groups, minus entries that are among the last opened. */
function leaveOut(groups: readonly EntryGroup[], { entries: opened }: EntryGroup): EntryGroup[] {
  const shown = new Set(opened.map(({ id }) => id.slice('opened:'.length)));
  return groups.map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ path }) => path === undefined || !shown.has(path)),
  }));
}

function Options({
  id,
  groups,
  chosen,
}: {
  id: string;
  groups: readonly EntryGroup[];
  chosen: Entry | undefined;
}) {
  let index = -1;
  return (
    <div id={id} role="listbox" aria-label={t('app.results')} className={styles.list}>
      {groups.map(({ label, entries }) => (
        <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
          {entries.map((entry) => {
            index += 1;
            return <Option key={entry.id} id={`${id}-${index}`} entry={entry} isChosen={entry === chosen} />;
          })}
        </Spotlight.ActionsGroup>
      ))}
    </div>
  );
}

function Option({ id, entry, isChosen }: { id: string; entry: Entry; isChosen: boolean }) {
  const { icon: Picture, label, detail, run } = entry;
  const line = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Spotlight.Action
      // Spotlight.Action takes no id, but the field needs one to name the selected action.
      renderRoot={(props) => <button type="button" {...props} id={id} />}
      ref={line}
      role="option"
      aria-selected={isChosen}
      data-selected={isChosen || undefined}
      className={styles.option as string}
      onClick={run}
    >
      <Picture size={17} stroke={1.6} aria-hidden />
      <span className={styles.label}>
        <Name line>{label}</Name>
      </span>
      {detail ? (
        <span className={styles.detail}>
          <Name line>{detail}</Name>
        </span>
      ) : null}
    </Spotlight.Action>
  );
}

function describeResults(found: Found, text: string, count: number): string {
  if (text === '') return t('app.type_to_search');
  if (found.error !== null)
    return t('app.not_everything_could_be_searched_message', { message: found.error.message });
  if (found.isSearching) return t('app.searching');
  return t('app.count_results', { count });
}
