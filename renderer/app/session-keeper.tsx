import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { me, renew } from '../api/accounts/accounts.ts';
import { takeAccount } from '../api/accounts/preferences.ts';
import { onForbidden } from '../api/connection/http.ts';
import { ApiError } from '../api/connection/problem.ts';
import { restoreSession } from '../api/connection/renewal.ts';
import {
  closeSession,
  getSession,
  noteLastToken,
  openSession,
  useSession,
} from '../api/connection/session.ts';
import { onNews } from '../api/connection/tabs.ts';

/** The token is renewed when less than this is left and the person was active within the same time. */
const renewBeforeMs = 15 * 60_000;
const lookEveryMs = 30_000;
const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'focusin'] as const;

/** Renews the token before it expires while the person is active, and clears everything of an ended session. */
export function SessionKeeper() {
  const queryClient = useQueryClient();
  const expiresAt = useSession()?.expiresAt ?? null;
  const activeAt = useRef(Date.now());
  useEffect(() => {
    const noteActivity = () => {
      activeAt.current = Date.now();
    };
    for (const sign of signs) addEventListener(sign, noteActivity, { passive: true, capture: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, noteActivity, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (expiresAt === null) return;
    let isAsking = false;
    let isLast = false;
    const checkSession = async () => {
      const now = Date.now();
      const isActive = now - activeAt.current < renewBeforeMs;
      const isOver = now >= expiresAt;
      // Only the server decides whether an old token is still valid; while it is down, people may keep writing.
      if (isAsking || (!isOver && (isLast || !isActive || expiresAt - now > renewBeforeMs))) return;
      isAsking = true;
      const tokenBefore = getSession()?.token;
      // A refusal already ends the session; a lost server is tried again at the next check.
      if (isOver) await queryClient.fetchQuery({ ...me, staleTime: 0, retry: false }).catch(() => {});
      else {
        const renewed = await renew().catch((error: unknown) => {
          isLast = error instanceof ApiError && error.code === 'renewal_over';
          if (isLast) noteLastToken();
          return null;
        });
        // A person who signed out in the meantime stays signed out.
        if (renewed !== null && getSession()?.token === tokenBefore) openSession(renewed);
      }
      isAsking = false;
    };
    const timer = setInterval(checkSession, lookEveryMs);
    document.addEventListener('visibilitychange', checkSession);
    void checkSession();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkSession);
    };
  }, [expiresAt, queryClient]);
  const isSignedIn = expiresAt !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    let isAsking = false;
    // Someone has changed this person's permissions, so the interface is updated.
    return onForbidden(() => {
      if (isAsking) return;
      isAsking = true;
      queryClient
        .fetchQuery({ ...me, staleTime: 0, retry: false })
        .then(takeAccount, () => {})
        .finally(() => {
          isAsking = false;
        });
    });
  }, [isSignedIn, queryClient]);
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) {
      queryClient.clear();
      modals.closeAll();
    }
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn, queryClient]);
  useEffect(
    () =>
      onNews(({ of, userId }) => {
        if (of !== 'signed_in') return;
        const here = getSession()?.user.id;
        if (here === userId) return;
        // A browser has one session, so another person has signed in.
        if (here !== undefined) closeSession(false);
        void restoreSession();
      }),
    [],
  );
  return null;
}
