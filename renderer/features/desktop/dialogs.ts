import { useSyncExternalStore } from 'react';

export type DesktopDialog = 'share' | 'connect';

let opened: DesktopDialog | null = null;
const listeners = new Set<() => void>();

/** Opens one of the shell's dialogs over whatever page is there; null closes it. */
export function openDesktopDialog(dialog: DesktopDialog | null): void {
  opened = dialog;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDesktopDialog(): DesktopDialog | null {
  return useSyncExternalStore(subscribe, () => opened);
}
