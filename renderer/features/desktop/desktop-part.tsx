import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Command, SavedFile } from '../../../main/contract.ts';
import { getDesktop } from '../../api/connection/desktop.ts';
import { useSession } from '../../api/connection/session.ts';
import { subscribeToUnfinished, unfinishedWork } from '../../ui/forms/unfinished.ts';
import { t } from '../../words.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { openDesktopDialog, useDesktopDialog } from './dialogs.ts';
import { offerBundle, useOfferedBundle } from './opened-bundle.ts';
import { OpeningNote } from './opening-note.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** Connects the page with the desktop shell; rendered on every page. */
export function DesktopPart({ onPalette }: { onPalette: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    const reportUnfinished = () => getDesktop().setUnfinished(unfinishedWork());
    reportUnfinished();
    return subscribeToUnfinished(reportUnfinished);
  }, []);
  useEffect(() => getDesktop().onSaved(noteSaved), []);
  useEffect(
    () => getDesktop().onCommand((command) => obey(command, navigate, onPalette)),
    [navigate, onPalette],
  );
  const isSignedIn = useSession() !== null;
  const bundle = useOfferedBundle();
  const isEntering = /^\/(?:setup|sign-in|invitation)$/.test(useLocation().pathname);
  // People who must sign in or set up first reach the form afterwards, because those pages redirect by themselves.
  useEffect(() => {
    if (isSignedIn && !isEntering && bundle !== null) navigate('/catalogue/status');
  }, [isSignedIn, isEntering, bundle, navigate]);
  const dialog = useDesktopDialog();
  return (
    <>
      <OpeningNote />
      {dialog === 'share' ? <ShareDialog onClose={() => openDesktopDialog(null)} /> : null}
      {dialog === 'connect' ? <ConnectDialog onClose={() => openDesktopDialog(null)} /> : null}
    </>
  );
}

function obey(command: Command, go: (to: string) => unknown, openPalette: () => void): void {
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
      break;
  }
}

function noteSaved({ id, name }: SavedFile): void {
  notifications.show({
    id,
    title: t('desktop.saved'),
    message: (
      <Group gap="sm" justify="space-between">
        <Text size="sm" truncate maw={220}>
          <bdi>{name}</bdi>
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void getDesktop().reveal(id)}>
          {t('desktop.show_in_folder')}
        </Button>
      </Group>
    ),
    autoClose: 10_000,
  });
}
