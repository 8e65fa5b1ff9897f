import { useSyncExternalStore } from 'react';
import type { Opening } from '../../../main/contract.ts';
import { desktop } from '../../api/desktop.ts';

let current: Opening | null = null;

function subscribe(listener: () => void): () => void {
  return desktop().opening.onChange((opening) => {
    current = opening;
    listener();
  });
}

/** How far the opening of a back-up is; null while none is being opened. */
export function useOpening(): Opening | null {
  return useSyncExternalStore(subscribe, () => current);
}
