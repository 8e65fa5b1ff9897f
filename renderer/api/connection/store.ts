/** A value that outlives the components showing it, and notifies them of changes. */
export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls back after every change; returns a function to unsubscribe. */
  subscribe: (listener: () => void) => () => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
