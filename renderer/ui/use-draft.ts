import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKey, isKept, useUser } from '../api/session.ts';
import { noteUnsaved } from './unfinished.ts';

const settleMs = 300;

/**
 * Keeps what was typed and not yet saved, for this person and this window: a reload, another page, or a session that
 * ends takes nothing with it.
 */
export function useDraft<T>(name: string) {
  const key = draftKey(useUser().id, name);
  const [restored] = useState(() => read<T>(key));
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  const settle = useCallback((write: boolean) => {
    if (pending.current === null) return;
    clearTimeout(pending.current.timer);
    if (write) pending.current.write();
    pending.current = null;
  }, []);
  const keep = useCallback(
    (values: T) => {
      settle(false);
      noteUnsaved(key, 1);
      const write = () => store(key, values);
      pending.current = { write, timer: setTimeout(() => settle(true), settleMs) };
    },
    [key, settle],
  );
  const drop = useCallback(() => {
    settle(false);
    noteUnsaved(key, 0);
    sessionStorage.removeItem(key);
  }, [key, settle]);
  useEffect(() => {
    const write = () => settle(true);
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('pagehide', write);
      write();
    };
  }, [settle]);
  return { restored, keep, drop };
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function store(key: string, values: unknown): void {
  if (!isKept(key)) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // No room in session storage: the form itself still has everything.
  }
}
