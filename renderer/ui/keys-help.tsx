import { ActionIcon, Modal, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { KeyTable } from './key-table.tsx';
import type { Keys } from './shortcuts.ts';

/** The keys of a page, behind a button and behind `?`. */
export function KeysHelp({ keys }: { keys: Keys }) {
  const [opened, { open, close }] = useDisclosure();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isTyping(event)) return;
      event.preventDefault();
      open();
    };
    // Heard before the window, whose listener shows the keys of all pages.
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
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
