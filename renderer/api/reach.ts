import { useSyncExternalStore } from 'react';

let isLost = false;
const listeners = new Set<() => void>();

/** Every request tells here whether it got an answer. */
export function noteReach(answered: boolean): void {
  if (isLost === !answered) return;
  isLost = !answered;
  for (const listener of listeners) listener();
}

/** Calls back whenever the server is lost or back. */
export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function serverIsLost(): boolean {
  return isLost;
}

export function useServerIsLost(): boolean {
  return useSyncExternalStore(subscribeToReach, serverIsLost);
}
