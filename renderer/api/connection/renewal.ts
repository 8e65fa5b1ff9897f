import type { Session as SessionAnswer } from '../../../server/accounts/sessions/contract.ts';
import { noteReach } from './reach.ts';
import { clearStorage, closeSession, getSession, openSession, setToken } from './session.ts';

type Found = SessionAnswer | 'nobody' | 'lost';

let asking: Promise<Found> | null = null;

/** Requests a token with the cookie of this browser, which scripts can't read; only one request at a time. */
function askByCookie(): Promise<Found> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Found> {
  try {
    const response = await fetch('/api/v1/auth/renewal', {
      method: 'POST',
      headers: { accept: 'application/json', 'x-damson-page': '1' },
    });
    const content = await response.text();
    if (response.status >= 500 || response.status === 429) return 'lost';
    const { session } = response.ok ? JSON.parse(content) : { session: null };
    return session ?? 'nobody';
  } catch {
    noteReach(false);
    return 'lost';
  }
}

/** Signs in the person who is signed in in this browser; if there is none, all data of an earlier session is dropped. */
export async function restoreSession(): Promise<void> {
  const found = await askByCookie();
  if (getSession() !== null) return;
  if (found === 'nobody') clearStorage();
  else if (found !== 'lost') openSession(found);
}

/** Tokens replaced through the cookie: answers to requests sent with them may still arrive. */
const replaced = new Set<string>();

/**
 * After a 401 for this token: whether the same person got another one through the cookie. If not, the session has ended, here and
 * in the other tabs.
 */
export async function replaceToken(token: string): Promise<boolean> {
  const session = getSession();
  if (session?.token !== token) return session !== null && replaced.has(token);
  const found = await askByCookie();
  const now = getSession();
  if (now?.user.id !== session.user.id) return false;
  if (now.token !== token) return replaced.has(token);
  if (found === 'lost') return false;
  if (found === 'nobody' || found.user.id !== session.user.id) {
    closeSession(true);
    return false;
  }
  replaced.add(token);
  setToken(found);
  return true;
}
