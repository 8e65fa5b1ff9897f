import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Command, SavedFile } from '../../../main/contract.ts';
import { desktop } from '../../api/desktop.ts';
import { openPalette } from '../../app/palette.tsx';
import { subscribeToUnfinished, unfinishedWork } from '../../ui/unfinished.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { openDesktopDialog, useDesktopDialog } from './dialogs.ts';
import { offerBundle } from './opened-bundle.ts';
import { ShareDialog } from './share-dialog.tsx';

/** What the page does together with the desktop shell around it, whichever page is shown. */
export function DesktopPart() {
  const navigate = useNavigate();
  useEffect(() => {
    const tell = () => desktop().setUnfinished(unfinishedWork());
    tell();
    return subscribeToUnfinished(tell);
  }, []);
  useEffect(() => desktop().onSaved(noteSaved), []);
  useEffect(() => desktop().onCommand((command) => obey(command, navigate)), [navigate]);
  const dialog = useDesktopDialog();
  if (dialog === 'share') return <ShareDialog onClose={() => openDesktopDialog(null)} />;
  if (dialog === 'connect') return <ConnectDialog onClose={() => openDesktopDialog(null)} />;
  return null;
}

function obey(command: Command, go: (to: string) => unknown): void {
  switch (command.kind) {
    case 'go':
      go(command.to);
      break;
    case 'palette':
      openPalette();
      break;
    case 'share':
    case 'connect':
      openDesktopDialog(command.kind);
      break;
    case 'bundle':
      offerBundle({ id: command.id, name: command.name });
      go('/catalogue/status');
      break;
  }
}

function noteSaved({ id, name }: SavedFile): void {
  notifications.show({
    id,
    title: 'Saved',
    message: (
      <Group gap="sm" justify="space-between">
        <Text size="sm" truncate maw={220}>
          <bdi>{name}</bdi>
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void desktop().reveal(id)}>
          Show in folder
        </Button>
      </Group>
    ),
    autoClose: 10_000,
  });
}
