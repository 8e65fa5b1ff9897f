import type { Permission } from '../../../domain/permissions.ts';
import type { Session as SessionAnswer } from '../../../server/accounts/sessions/contract.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import { createStore } from './store.ts';
import { onNews, tellTabs } from './tabs.ts';
import { useStore } from './use-store.ts';

/** The signed-in person, kept only in memory: other tabs and reloads are signed in by a cookie that scripts can't read. */
export type Session = { token: string; expiresAt: number; user: User };

const current = createStore<Session | null>(null);
/** Owner of the unsaved work in this page: it outlives a session ended by the server, but not signing out. */
const owner = createStore<string | null>(null);
/** Email of the person whose session the server ended, so that they need not type it again. */
let endedEmail: string | null = null;
let hadSession = false;

/** No data of an ended session stays in the browser. */
export function clearStorage(): void {
  sessionStorage.clear();
  localStorage.clear();
}

/** True when the server issues no more tokens: the session ends with the current one. */
const isLast = createStore(false);

/** Notes that the session can't be renewed any more. */
export function noteLastToken(): void {
  isLast.set(true);
}

/** The time at which the session ends for good, once known. */
export function useSessionEnd(): number | null {
  const session = useSession();
  return useStore(isLast) && session !== null ? session.expiresAt : null;
}

export function getSession(): Session | null {
  return current.get();
}

/** Signs a person in. Another person's unsaved work in this window is dropped first; returns whether there was another person. */
export function openSession(answer: SessionAnswer): boolean {
  const before = owner.get();
  endedEmail = null;
  hadSession = true;
  isLast.set(false);
  owner.set(answer.user.id);
  setToken(answer);
  return before !== null && before !== answer.user.id;
}

/** Continues with another token of the same person. */
export function setToken({ access_token, expires_in, user }: SessionAnswer): void {
  current.set({ token: access_token, expiresAt: Date.now() + expires_in * 1000, user });
}

/** Applies changed names or permissions without changing the token. */
export function updateUser(user: User): void {
  const session = current.get();
  if (session !== null) current.set({ ...session, user });
}

/** Ends the session in all tabs. `byServer`: the server no longer accepts it, which the sign-in explains. */
export function closeSession(byServer: boolean): void {
  const session = current.get();
  if (session === null) return;
  closeHere(byServer);
  tellTabs({ of: byServer ? 'ended' : 'signed_out', userId: session.user.id });
}

function closeHere(byServer: boolean): void {
  endedEmail = byServer ? (current.get()?.user.email ?? endedEmail) : null;
  if (!byServer) owner.set(null);
  clearStorage();
  current.set(null);
}

/**
 * Applies a sign-out from another tab. If the server ended the session there, unsaved work also waits here for the same person.
 */
onNews(({ of, userId }) => {
  const here = current.get()?.user.id ?? owner.get();
  if (here !== userId) return;
  if (of === 'signed_out') closeHere(false);
  if (of === 'ended' && current.get() !== null) closeHere(true);
});

/** The key of a person's unsaved work. */
export function makeDraftKey(userId: string, name: string): string {
  return `${userId}.${name}`;
}

export function isDraftOf(key: string, userId: string | null): boolean {
  return userId !== null && key.startsWith(makeDraftKey(userId, ''));
}

/** Calls back when the unsaved work of everyone except `owner` must be dropped; null means everyone's. */
export function onForget(forget: (owner: string | null) => void): void {
  owner.subscribe(() => forget(owner.get()));
}

/** Whether the last session was ended by the server rather than by the person. */
export function hasSessionEnded(): boolean {
  return endedEmail !== null;
}

/** Email of the person whose session the server ended; null when it ended none. */
export function getEndedEmail(): string | null {
  return endedEmail;
}

/** Whether nobody has been signed in since this page was loaded. */
export function isFirstSession(): boolean {
  return !hadSession;
}

export const subscribeToSession = current.subscribe;

export function useSession(): Session | null {
  return useStore(current);
}

/** The signed-in user; only for components behind the sign-in. */
export function useUser(): User {
  const session = useSession();
  if (session === null) throw new Error('rendered without a session');
  return session.user;
}

export function useMay(permission: Permission): boolean {
  return useSession()?.user.permissions.includes(permission) ?? false;
}
