import { showPageKeys } from '../ui/keys/keys-help.tsx';
import { usePageKeys } from '../ui/keys/use-page-keys.ts';
import { showKeys } from './keyboard-shortcuts.tsx';
import { openPalette } from './palette.tsx';

/**
 * `?` shows the keys of the page, or the list if it has none of its own; `/` goes to the search of the page, or of everything.
 */
export function useShellKeys(): void {
  const showHelp = (event: KeyboardEvent) => {
    event.preventDefault();
    if (!showPageKeys()) showKeys();
  };
  const search = (event: KeyboardEvent) => {
    event.preventDefault();
    if (!focusSearch()) openPalette();
  };
  // Some keyboard layouts need Shift for these, some don't.
  usePageKeys([
    ['?', showHelp],
    ['shift+?', showHelp],
    ['/', search],
    ['shift+/', search],
  ]);
}

/** Focuses the first visible search field; returns whether there is one. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]');
  const field = [...fields].find((one) => !one.disabled && one.checkVisibility());
  field?.focus();
  field?.select();
  return field !== undefined;
}
