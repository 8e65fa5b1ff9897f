import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

const isLost = createStore(false);

/** Every request reports here whether it got an answer. */
export function noteReach(answered: boolean): void {
  isLost.set(!answered);
}

/** Calls back whenever the server is lost or found again. */
export const subscribeToReach = isLost.subscribe;

export function isServerLost(): boolean {
  return isLost.get();
}

export function useIsServerLost(): boolean {
  return useStore(isLost);
}
