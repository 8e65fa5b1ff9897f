import type { QueryClient } from '@tanstack/react-query';
import { defaultPreferences, type Preferences } from '../../../domain/preferences.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import { patch } from '../connection/http.ts';
import { getSession, onForget, subscribeToSession, updateUser } from '../connection/session.ts';
import { createStore } from '../connection/store.ts';
import { useStore } from '../connection/use-store.ts';
import { me } from './accounts.ts';

/** Display preferences of the person. They stay when the server ends the session, and are dropped with the person. */
const shown = createStore<Preferences>(defaultPreferences);
const follow = () => {
  const kept = getSession()?.user.preferences;
  if (kept !== undefined) shown.set(kept);
};
follow();
subscribeToSession(follow);
onForget((owner) => {
  if (owner === null) shown.set(defaultPreferences);
});

export const getPreferences = shown.get;
export const subscribeToPreferences = shown.subscribe;

export function usePreferences(): Preferences {
  return useStore(shown);
}

/** Changes of preferences not yet answered by the server. */
let changes = 0;

/** Applies display preferences at once, and saves them with the account; after a failure it restores the previous ones. */
export async function changePreferences(
  queryClient: QueryClient,
  change: Partial<Preferences>,
): Promise<void> {
  const before = getPreferences();
  changes += 1;
  take({ ...before, ...change });
  try {
    await patch<User>('/api/v1/auth/me', { preferences: change });
    // A pending answer still has the previous state.
    await queryClient.cancelQueries({ queryKey: me.queryKey });
  } catch (error) {
    take(before);
    throw error;
  } finally {
    changes -= 1;
  }
  queryClient.setQueryData(me.queryKey, (old) => old && { ...old, preferences: getPreferences() });
}

/** Applies one's own account from the server; a preference being changed is kept. */
export function takeAccount(user: User): void {
  updateUser(changes === 0 ? user : { ...user, preferences: getPreferences() });
}

function take(preferences: Preferences): void {
  const session = getSession();
  if (session !== null) updateUser({ ...session.user, preferences });
}
