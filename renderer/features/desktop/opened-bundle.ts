import { useSyncExternalStore } from 'react';
import { desktop } from '../../api/desktop.ts';

export type OpenedBundle = { id: string; name: string };

let opened: OpenedBundle | null = null;
const listeners = new Set<() => void>();

/** A bundle was opened from the menu or by double click: it waits for the form that imports it. */
export function offerBundle(bundle: OpenedBundle): void {
  opened = bundle;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOfferedBundle(): OpenedBundle | null {
  return useSyncExternalStore(subscribe, () => opened);
}

/** The file itself; null when another form had it already. */
export async function takeBundle(bundle: OpenedBundle): Promise<File | null> {
  if (opened?.id === bundle.id) opened = null;
  const bytes = await desktop().takeBundle(bundle.id);
  return bytes === null ? null : new File([bytes], bundle.name, { type: 'application/json' });
}
