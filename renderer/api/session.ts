import { useSyncExternalStore } from 'react';
import type { Session as SessionAnswer, User } from '../../server/accounts/contract.ts';
import type { Permission } from '../../server/permissions.ts';

/** The signed-in person: in memory, and in session storage so that a reload keeps it and closing the window ends it. */
export type Session = { token: string; expiresAt: number; user: User };

const storageKey = 'damson.session';
const listeners = new Set<() => void>();
let current: Session | null = restore();
let ended = false;

function restore(): Session | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Session | null;
    return kept !== null && kept.expiresAt > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

function set(session: Session | null): void {
  current = session;
  if (session === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(session));
  for (const listener of listeners) listener();
}

export function getSession(): Session | null {
  return current;
}

export function openSession(answer: SessionAnswer): void {
  ended = false;
  set({ token: answer.access_token, expiresAt: Date.now() + answer.expires_in * 1000, user: answer.user });
}

/** Takes over a changed name or permissions without touching the token. */
export function updateUser(user: User): void {
  if (current !== null) set({ ...current, user });
}

/** Ends the session here. `byServer`: the server no longer accepts it, which the sign-in page says. */
export function closeSession(byServer: boolean): void {
  if (current === null) return;
  ended = byServer;
  set(null);
}

/** Whether the last session was ended by the server rather than by the person. */
export function sessionWasEnded(): boolean {
  return ended;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession);
}

/** The signed-in user; only for what is rendered behind the sign-in. */
export function useUser(): User {
  const session = useSession();
  if (session === null) throw new Error('rendered without a session');
  return session.user;
}

export function useMay(permission: Permission): boolean {
  return useSession()?.user.permissions.includes(permission) ?? false;
}
