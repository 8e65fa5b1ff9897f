import { Kbd, Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { longestSearch } from '../../domain/limits.ts';
import { useUser } from '../api/session.ts';
import { Name } from '../ui/name.tsx';
import { showKeys } from './keyboard-shortcuts.tsx';
import styles from './palette.module.css';
import { actionsFor, type Entry, type EntryGroup } from './palette-entries.ts';
import { type Found, usePaletteSearch } from './use-palette-search.ts';
import { useSignOut } from './use-sign-out.tsx';

export type PanelProps = {
  /** Opens each time it grows. */
  requests: number;
  /** The field has the focus; returns what was typed before. */
  onReady: () => string;
};

export function PalettePanel({ requests, onReady }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (requests > 0) setOpen(true);
  }, [requests]);
  const close = () => setOpen(false);
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset={80}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
    >
      <Palette onReady={onReady} onClose={close} />
    </Modal>
  );
}

function Palette({ onReady, onClose }: { onReady: () => string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { groups, found } = useEntries(typed);
  const entries = groups.flatMap((group) => group.entries);
  const [chosenId, setChosenId] = useState<string | null>(null);
  // What is found later may stand before it: the chosen one stays chosen.
  const chosen = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId),
  );
  const listId = useId();
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && entries.length > 0) {
      setChosenId(entries[(chosen + by + entries.length) % entries.length]?.id ?? null);
    } else if (event.key === 'Enter') run(entries[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        variant="unstyled"
        size="md"
        classNames={{ input: styles.input as string }}
        placeholder="Search missions, tests, techniques, engagements, actions…"
        aria-label="Search missions, tests, techniques, engagements and actions"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        data-autofocus
        leftSection={<IconSearch size={17} stroke={1.6} aria-hidden />}
        value={typed}
        onFocus={() => {
          const before = onReady();
          if (before !== '') setTyped(before);
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosenId(null);
        }}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 ? (
        <Options id={listId} groups={groups} chosen={entries[chosen]} onRun={run} />
      ) : (
        <Text size="sm" c="dimmed" className={styles.nothing as string}>
          {found.isSearching
            ? 'Searching…'
            : 'Nothing found. Missions and engagements are found by name or client, tests by name or technique, techniques by id or name.'}
        </Text>
      )}
      <div className={styles.footer}>
        <Text size="xs" c="dimmed" role="status" lineClamp={2}>
          {sentenceFor(found, typed.trim(), entries.length)}
        </Text>
        <Text size="xs" c="dimmed" className={styles.keys as string} aria-hidden>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> choose <Kbd size="xs">Enter</Kbd> open{' '}
          <Kbd size="xs">Esc</Kbd> close
        </Text>
      </div>
    </>
  );
}

function useEntries(typed: string): { groups: EntryGroup[]; found: Found } {
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const go = (to: string) => void navigate(to);
  const found = usePaletteSearch(typed, go);
  const actions = actionsFor(user, typed.trim(), {
    go,
    showKeys,
    showApi: () => window.open('/api/docs', '_blank', 'noreferrer'),
    signOut: () => void signOut(),
  });
  // Actions stand first: they are there at once, and what is found later does not push them down.
  return { groups: [...actions, ...found.groups], found };
}

function Options({
  id,
  groups,
  chosen,
  onRun,
}: {
  id: string;
  groups: readonly EntryGroup[];
  chosen: Entry | undefined;
  onRun: (entry: Entry) => void;
}) {
  let index = -1;
  return (
    <div id={id} role="listbox" aria-label="Results" className={styles.list}>
      {groups.map(({ label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
        <div key={label} role="group" aria-label={label}>
          <div className={styles.group} aria-hidden>
            {label}
          </div>
          {entries.map((entry) => {
            index += 1;
            return (
              <Option
                key={entry.id}
                id={`${id}-${index}`}
                entry={entry}
                isChosen={entry === chosen}
                onRun={onRun}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Option({
  id,
  entry,
  isChosen,
  onRun,
}: {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onRun: (entry: Entry) => void;
}) {
  const { icon: Picture, label, detail } = entry;
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the chosen option
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(entry)}
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
    </div>
  );
}

function sentenceFor(found: Found, text: string, count: number): string {
  if (text === '') return 'Type to search';
  if (found.error !== null) return `Not everything could be searched: ${found.error.message}`;
  if (found.isSearching) return 'Searching…';
  return count === 1 ? '1 result' : `${count} results`;
}
