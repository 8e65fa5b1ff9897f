import { Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { lazy, Suspense, useEffect } from 'react';
import { isTyping } from '../ui/is-typing.ts';

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

/** Opens the list on `?`, where no page has keys of its own to show. */
export function useKeyboardHelp(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event))
        return;
      event.preventDefault();
      showKeys();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
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
