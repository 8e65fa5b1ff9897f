import { Kbd, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../words.ts';
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
      aria-label={t('app.search')}
      aria-keyshortcuts={'Control+K Meta+K'}
    >
      <IconSearch size={15} stroke={1.6} aria-hidden />
      <Text span inherit visibleFrom="xs">
        {t('app.search')}
      </Text>
      <Kbd size="xs" visibleFrom="sm">
        {`${modifier} K`}
      </Kbd>
    </UnstyledButton>
  );
}

/** Listens for the palette's key, and fetches its code on first use. */
export function PaletteHost() {
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(null);
  const held = useRef<HeldKeys | null>(null);
  const release = () => {
    const typed = held.current?.release() ?? '';
    held.current = null;
    return typed;
  };
  const open = useEffectEvent(() => {
    if (held.current !== null || isDialogOpen()) return;
    held.current = holdKeys(() => {
      held.current = null;
    });
    import('./palette-panel.tsx').then(
      ({ PalettePanel, showPalette }) => {
        if (held.current === null) return;
        setPanel(() => PalettePanel);
        showPalette();
      },
      () => {
        release();
        notifications.show({ color: 'red', message: t('app.the_search_could_not_be_loaded') });
      },
    );
  });
  const leave = useEffectEvent(release);
  useHotkeys([['mod+K', () => openPalette()]], [], true);
  useEffect(() => {
    openHere = () => open();
    return () => {
      openHere = null;
      leave();
    };
  }, []);
  return Panel === null ? null : <Panel onReady={release} />;
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());
}
