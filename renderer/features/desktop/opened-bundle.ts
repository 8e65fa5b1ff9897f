import { getDesktop } from '../../api/connection/desktop.ts';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';

export type OpenedBundle = { id: string; name: string };

const opened = createStore<OpenedBundle | null>(null);

/** A bundle opened from the menu or by double click, which waits for the import form. */
export const offerBundle = (bundle: OpenedBundle): void => opened.set(bundle);

export const useOfferedBundle = (): OpenedBundle | null => useStore(opened);

/** The file itself; null if another form has already taken it. */
export async function takeBundle(bundle: OpenedBundle): Promise<File | null> {
  if (opened.get()?.id === bundle.id) opened.set(null);
  const bytes = await getDesktop().takeBundle(bundle.id);
  return bytes === null ? null : new File([bytes], bundle.name, { type: 'application/json' });
}
