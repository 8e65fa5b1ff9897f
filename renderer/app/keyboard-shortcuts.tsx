import { Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { lazy, Suspense } from 'react';
import { t } from '../words.ts';

const List = lazy(() =>
  import('../features/help/shortcut-list.tsx').then(({ ShortcutList }) => ({ default: ShortcutList })),
);

/** Opens the list of all keys. */
export function showKeys(): void {
  modals.open({
    title: t('app.keyboard_shortcuts'),
    size: 560,
    children: (
      <Suspense fallback={<Waiting />}>
        <List />
      </Suspense>
    ),
  });
}

function Waiting() {
  return (
    <Stack gap={8} aria-busy="true" aria-label={t('app.loading_the_keys')} role="status">
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}
