import { useSyncExternalStore } from 'react';
import type { Session as SessionAnswer, User } from '../../server/accounts/contract.ts';
import type { Permission } from '../../server/permissions.ts';

/** The signed-in person: in memory, and in session storage so that a reload keeps it and closing the window ends it. */
export type Session = { token: string; expiresAt: number; user: User };

const storageKey = 'damson.session';
const draftPrefix = 'damson.draft.';
const listeners = new Set<() => void>();
const keepers = new Set<(owner: string | null) => void>();
let current: Session | null = restore();
let ended = false;
/** Whose unsaved work this window keeps: it outlives a session that the server ended, and no signing out. */
let owner: string | null = current?.user.id ?? null;
let hadSession = current !== null;

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

/**
 * Signs a person in here. What somebody else left unsaved in this window is forgotten before; returns whether this was
 * somebody else’s window.
 */
export function openSession(answer: SessionAnswer): boolean {
  const wasOthers = owner !== null && owner !== answer.user.id;
  ended = false;
  hadSession = true;
  keepWorkOf(answer.user.id);
  set({ token: answer.access_token, expiresAt: Date.now() + answer.expires_in * 1000, user: answer.user });
  return wasOthers;
}

/** Takes over a changed name or permissions without touching the token. */
export function updateUser(user: User): void {
  if (current !== null) set({ ...current, user });
}

/** Ends the session here. `byServer`: the server no longer accepts it, which the sign-in page says. */
export function closeSession(byServer: boolean): void {
  if (current === null) return;
  ended = byServer;
  if (!byServer) keepWorkOf(null);
  set(null);
}

function keepWorkOf(userId: string | null): void {
  owner = userId;
  for (const keeper of keepers) keeper(userId);
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(draftPrefix) && !isDraftOf(key, userId)) sessionStorage.removeItem(key);
  }
}

/** The key of session storage under which a person's unsaved work of that name is kept. */
export function draftKey(userId: string, name: string): string {
  return `${draftPrefix}${userId}.${name}`;
}

export function isDraftOf(key: string, userId: string | null): boolean {
  return userId !== null && key.startsWith(draftKey(userId, ''));
}

/** Whether what is kept under this key may still be written: not when its person has left. */
export function isKept(key: string): boolean {
  return isDraftOf(key, owner);
}

/** Calls back whenever the unsaved work of everybody but `owner` is to be forgotten; null: of everybody. */
export function onForget(keeper: (owner: string | null) => void): void {
  keepers.add(keeper);
}

/** Whether the last session was ended by the server rather than by the person. */
export function sessionWasEnded(): boolean {
  return ended;
}

/** Whether nobody has been signed in since this page was loaded. */
export function isFirstSession(): boolean {
  return !hadSession;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, getSession);
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
