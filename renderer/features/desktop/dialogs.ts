import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';

export type DesktopDialog = 'share' | 'connect';

const opened = createStore<DesktopDialog | null>(null);

/** Opens one of the shell's dialogs over the current page; null closes it. */
export const openDesktopDialog = opened.set;

export const useDesktopDialog = (): DesktopDialog | null => useStore(opened);
