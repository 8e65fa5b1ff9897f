import type { Permission } from '../../../domain/permissions.ts';
import type { Session as SessionAnswer } from '../../../server/accounts/sessions/contract.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** The signed-in person: in memory, and in session storage so that a reload keeps it and closing the window ends it. */
export type Session = { token: string; expiresAt: number; user: User };

const storageKey = 'damson.session';
const current = createStore<Session | null>(restore());
/** Whose unsaved work this page keeps: it outlives a session that the server ended, but not signing out. */
const owner = createStore<string | null>(current.get()?.user.id ?? null);
let ended = false;
let hadSession = current.get() !== null;

function restore(): Session | null {
  const kept = readStored();
  if (kept !== null && kept.expiresAt > Date.now()) return kept;
  clearStorage();
  return null;
}

function readStored(): Session | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

/** Nothing of an ended session stays in the browser. */
function clearStorage(): void {
  sessionStorage.clear();
  localStorage.clear();
}

function set(session: Session | null): void {
  if (session === null) clearStorage();
  else sessionStorage.setItem(storageKey, JSON.stringify(session));
  current.set(session);
}

/** When the server gives out no more tokens: the session ends with the one there is. */
const isLast = createStore(false);

/** Notes that the session can't be renewed any more. */
export function noteLastToken(): void {
  isLast.set(true);
}

/** When the session ends for good, once that is known. */
export function useSessionEnd(): number | null {
  const session = useSession();
  return useStore(isLast) && session !== null ? session.expiresAt : null;
}

export function getSession(): Session | null {
  return current.get();
}

/**
 * Signs a person in here. What somebody else left unsaved in this window is forgotten first; returns whether this was
 * somebody else’s window.
 */
export function openSession(answer: SessionAnswer): boolean {
  const before = owner.get();
  ended = false;
  hadSession = true;
  isLast.set(false);
  owner.set(answer.user.id);
  set({ token: answer.access_token, expiresAt: Date.now() + answer.expires_in * 1000, user: answer.user });
  return before !== null && before !== answer.user.id;
}

/** Takes over a changed name or permissions without touching the token. */
export function updateUser(user: User): void {
  const session = current.get();
  if (session !== null) set({ ...session, user });
}

/** Ends the session here. `byServer`: the server no longer accepts it, which the sign-in page says. */
export function closeSession(byServer: boolean): void {
  if (current.get() === null) return;
  ended = byServer;
  if (!byServer) owner.set(null);
  set(null);
}

/** The key of one person's unsaved work. */
export function makeDraftKey(userId: string, name: string): string {
  return `${userId}.${name}`;
}

export function isDraftOf(key: string, userId: string | null): boolean {
  return userId !== null && key.startsWith(makeDraftKey(userId, ''));
}

/** Calls back when the unsaved work of everybody but `owner` is to be forgotten; null: of everybody. */
export function onForget(forget: (owner: string | null) => void): void {
  owner.subscribe(() => forget(owner.get()));
}

/** Whether the last session was ended by the server rather than by the person. */
export function hasSessionEnded(): boolean {
  return ended;
}

/** Whether nobody has been signed in since this page was loaded. */
export function isFirstSession(): boolean {
  return !hadSession;
}

export const subscribeToSession = current.subscribe;

export function useSession(): Session | null {
  return useStore(current);
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
