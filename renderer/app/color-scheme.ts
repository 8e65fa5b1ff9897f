import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { getPreferences, subscribeToPreferences } from '../api/accounts/preferences.ts';

/** The theme is stored with the account and not in the browser. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let end: (() => void) | null = null;
  return {
    get: readScheme,
    set: () => {},
    subscribe: (onUpdate) => {
      end = subscribeToPreferences(() => onUpdate(readScheme()));
    },
    unsubscribe: () => end?.(),
    clear: () => {},
  };
}

function readScheme(): MantineColorScheme {
  const { theme } = getPreferences();
  return theme === 'system' ? 'auto' : theme;
}
