import { useEffect } from 'react';
import { getSession, hasSessionEnded, subscribeToSession } from '../api/connection/session.ts';

/** The person's place when the session ended. */
let left: { userId: string; place: string; top: number } | null = null;

/** Restores the scroll position of people who sign in again, once the page is long enough. */
export function useScrollBack(userId: string | null, place: string): void {
  useEffect(() => {
    if (userId === null) return;
    return subscribeToSession(() => {
      // Read synchronously, while the page is still rendered.
      if (getSession() === null) left = hasSessionEnded() ? { userId, place, top: scrollY } : null;
    });
  }, [userId, place]);
  useEffect(() => {
    if (userId === null || left === null) return;
    const { top } = left;
    const isSame = left.userId === userId && left.place === place;
    left = null;
    if (!isSame || top === 0) return;
    const stop = new AbortController();
    const grown = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight - innerHeight < top) return;
      scrollTo(0, top);
      stop.abort();
    });
    stop.signal.addEventListener('abort', () => grown.disconnect());
    // People who scroll in the meantime are not scrolled back.
    for (const event of ['wheel', 'pointerdown', 'keydown']) {
      addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true });
    }
    grown.observe(document.body);
    return () => stop.abort();
  }, [userId, place]);
}
