import { useEffect } from 'react';
import type { Opening } from '../../../main/contract.ts';
import { getDesktop } from '../../api/connection/desktop.ts';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';

const opening = createStore<Opening | null>(null);

/** Progress of opening a backup; null while none is being opened. */
export function useOpening(): Opening | null {
  useEffect(() => getDesktop().opening.onChange(opening.set), []);
  return useStore(opening);
}
