import { ActionIcon, Stack, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '../../words.ts';
import { KeyTable } from './key-table.tsx';
import { everywhere, type Keys } from './shortcuts.ts';

const here: Keys[] = [];

/** Registers the keys of the page or a part of it: `?` shows them. */
export function useKeysHelp(keys: Keys): void {
  useEffect(() => {
    here.push(keys);
    return () => {
      here.splice(here.indexOf(keys), 1);
    };
  }, [keys]);
}

/** Shows the keys of the open page; returns whether it has any. */
export function showPageKeys(): boolean {
  const keys = here.flat();
  if (keys.length === 0) return false;
  modals.open({
    title: t('keys.keys_of_this_page'),
    size: 'md',
    children: (
      <Stack gap="sm">
        <KeyTable keys={keys} width={120} />
        <KeyTable keys={everywhere()} width={120} />
      </Stack>
    ),
  });
  return true;
}

/** The keys of a page, behind a button and behind `?`. */
export function KeysHelp({ keys }: { keys: Keys }) {
  useKeysHelp(keys);
  return (
    <Tooltip label={t('keys.keys_of_this_page_2')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('keys.keys_of_this_page')}
        onClick={showPageKeys}
      >
        <IconKeyboard size={17} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
