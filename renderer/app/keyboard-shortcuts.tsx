import { Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { lazy, Suspense } from 'react';
import { showPageKeys } from '../ui/keys-help.tsx';
import { usePageKeys } from '../ui/use-page-keys.ts';

const List = lazy(() =>
  import('../features/help/shortcut-list.tsx').then(({ ShortcutList }) => ({ default: ShortcutList })),
);

/** Opens the list of all keys. */
export function showKeys(): void {
  modals.open({
    title: 'Keyboard shortcuts',
    size: 560,
    children: (
      <Suspense fallback={<Waiting />}>
        <List />
      </Suspense>
    ),
  });
}

/** `?` shows the keys of the page, or the list where it has none of its own. */
export function useKeyboardHelp(): void {
  const showHelp = (event: KeyboardEvent) => {
    event.preventDefault();
    if (!showPageKeys()) showKeys();
  };
  // Some keyboard layouts need Shift for `?`, some don't.
  usePageKeys([
    ['?', showHelp],
    ['shift+?', showHelp],
  ]);
}

function Waiting() {
  return (
    <Stack gap={8} aria-busy="true" aria-label="Loading the keys" role="status">
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}
