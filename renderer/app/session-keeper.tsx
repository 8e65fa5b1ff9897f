import { useEffect } from 'react';
import { renew } from '../api/accounts.ts';
import { openSession, useSession } from '../api/session.ts';

/** Renewed when less than this is left and the person was active since the last look. */
const renewBeforeMs = 15 * 60_000;
const lookEveryMs = 30_000;

/** Renews the token before it expires while the person is active. */
export function SessionKeeper() {
  const session = useSession();
  const expiresAt = session?.expiresAt ?? null;
  useEffect(() => {
    if (expiresAt === null) return;
    let active = true;
    const note = () => {
      active = true;
    };
    const look = () => {
      if (!active || expiresAt - Date.now() > renewBeforeMs) return;
      active = false;
      // A refusal ends the session by itself; a lost server is tried again at the next look.
      renew().then(openSession, () => {});
    };
    const timer = setInterval(look, lookEveryMs);
    const events = ['pointerdown', 'keydown', 'visibilitychange'] as const;
    for (const event of events) addEventListener(event, note, { passive: true });
    look();
    return () => {
      clearInterval(timer);
      for (const event of events) removeEventListener(event, note);
    };
  }, [expiresAt]);
  return null;
}
