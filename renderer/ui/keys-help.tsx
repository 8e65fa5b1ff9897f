import { ActionIcon, Modal, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect } from 'react';
import { KeyTable } from './key-table.tsx';
import type { Keys } from './shortcuts.ts';

let showHere: (() => void) | null = null;

/** Shows the keys of the page that is open; returns whether it has any. */
export function showPageKeys(): boolean {
  showHere?.();
  return showHere !== null;
}

/** The keys of a page, behind a button and behind `?`. */
export function KeysHelp({ keys }: { keys: Keys }) {
  const [opened, { open, close }] = useDisclosure();
  useEffect(() => {
    showHere = open;
    return () => {
      if (showHere === open) showHere = null;
    };
  }, [open]);
  return (
    <>
      <Tooltip label="Keys of this page (?)">
        <ActionIcon variant="subtle" color="gray" aria-label="Keys of this page" onClick={open}>
          <IconKeyboard size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal opened={opened} onClose={close} title="Keys of this page" size="sm">
        <KeyTable keys={[...keys, ['?', 'These keys']]} width={90} />
      </Modal>
    </>
  );
}
