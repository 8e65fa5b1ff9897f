import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { signOut } from '../api/accounts/accounts.ts';
import { findProviderSignOut } from '../api/accounts/identities.ts';
import { closeSession, useUser } from '../api/connection/session.ts';
import { danger } from '../ui/dialogs/danger.ts';
import { sumUp, type UnfinishedWork, unfinishedWork } from '../ui/forms/unfinished.ts';
import { saveInOtherTabs } from '../ui/record/save-in-tabs.ts';
import { saveDrafts } from '../ui/record/use-field-writer.ts';
import { t } from '../words.ts';

/**
 * Ends the session here and on the server, and goes to the sign-in. Saves everything that can still be saved, in the other tabs
 * too; asks before losing the rest, which the window does not keep.
 */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const user = useUser();
  const leave = async () => {
    const elsewhere = await findProviderSignOut(queryClient).catch(() => null);
    // Sent before the token is dropped, and not awaited: people can sign out while the server is down.
    const ending = signOut().catch(() => {});
    closeSession(false);
    queryClient.clear();
    if (elsewhere === null) return navigate('/sign-in');
    await ending;
    location.assign(elsewhere);
  };
  return async () => {
    const [beside] = await Promise.all([saveInOtherTabs(user.id), saveDrafts()]);
    const left = sumUp([unfinishedWork(), beside]);
    if (left.unsaved + left.uploads === 0) return leave();
    modals.openConfirmModal({
      title: t('app.sign_out_and_lose_what_is'),
      children: (
        <Text size="sm">{t('app.left_it_can_t_be_brought', { left: describeUnfinished(left) })}</Text>
      ),
      labels: { confirm: t('app.sign_out'), cancel: t('app.stay') },
      confirmProps: danger,
      onConfirm: () => void leave(),
    });
  };
}

function describeUnfinished({ unsaved, uploads }: UnfinishedWork): string {
  const parts = [
    ...(unsaved === 0 ? [] : [t('app.unsaved_texts_are_not_saved', { unsaved })]),
    ...(uploads === 0 ? [] : [t('app.uploads_files_are_not_uploaded_yet', { uploads })]),
  ];
  return parts.join(' ');
}
