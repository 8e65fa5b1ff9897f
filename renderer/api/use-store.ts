import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** What the store holds, drawn again whenever that changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
