import { Kbd, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { type HeldKeys, holdKeys } from './hold-keys.ts';
import styles from './palette.module.css';
import type { PanelProps } from './palette-panel.tsx';

let openHere: (() => void) | null = null;

/** Opens the command palette; does nothing before the sign-in and while a dialog is open. */
export function openPalette(): void {
  openHere?.();
}

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export function PaletteButton() {
  return (
    <UnstyledButton
      className={styles.button}
      onClick={openPalette}
      aria-label="Search…"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch size={15} stroke={1.6} aria-hidden />
      <Text span inherit visibleFrom="xs">
        Search…
      </Text>
      <Kbd size="xs" visibleFrom="sm">
        {modifier} K
      </Kbd>
    </UnstyledButton>
  );
}

/** Listens for the palette's key, and fetches the palette when it is asked for the first time. */
export function PaletteHost() {
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(null);
  const [requests, setRequests] = useState(0);
  const held = useRef<HeldKeys | null>(null);
  const release = () => {
    const typed = held.current?.release() ?? '';
    held.current = null;
    return typed;
  };
  useEffect(() => {
    const open = () => {
      if (held.current !== null || isDialogOpen()) return;
      held.current = holdKeys(() => {
        held.current = null;
      });
      import('./palette-panel.tsx').then(
        ({ PalettePanel }) => {
          if (held.current === null) return;
          setPanel(() => PalettePanel);
          setRequests((before) => before + 1);
        },
        () => {
          held.current?.release();
          held.current = null;
          notifications.show({ color: 'red', message: 'The search could not be loaded. Try again.' });
        },
      );
    };
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    openHere = open;
    addEventListener('keydown', listen);
    return () => {
      openHere = null;
      removeEventListener('keydown', listen);
      held.current?.release();
      held.current = null;
    };
  }, []);
  return Panel === null ? null : <Panel requests={requests} onReady={release} />;
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());
}
