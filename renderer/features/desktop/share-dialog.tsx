import { Alert, Button, Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { shareAddresses, sharing } from '../../api/connection/desktop.ts';
import { t } from '../../words.ts';
import { ShareForm } from './share-form.tsx';
import { SharedNote } from './shared-note.tsx';

/** Opens this computer's server to the network, and closes it again. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const state = useQuery(sharing);
  const addresses = useQuery(shareAddresses);
  const error = state.error ?? addresses.error;
  return (
    <Modal opened onClose={onClose} title={t('desktop.share_on_the_network_2')} size="lg">
      {error !== null ? (
        <Alert color="red" role="alert" title={t('desktop.the_network_can_t_be_read')}>
          <Stack gap="sm" align="flex-start">
            {error.message}
            <Button
              size="xs"
              variant="default"
              onClick={() => void Promise.all([state.refetch(), addresses.refetch()])}
            >
              {t('shared.try_again')}
            </Button>
          </Stack>
        </Alert>
      ) : state.data === undefined || addresses.data === undefined ? (
        <Stack gap="sm">
          <Skeleton height={36} />
          <Skeleton height={36} width="50%" />
          <Skeleton height={90} />
        </Stack>
      ) : state.data !== null ? (
        <SharedNote shared={state.data} onClose={onClose} />
      ) : (
        <ShareForm addresses={addresses.data} onClose={onClose} />
      )}
    </Modal>
  );
}
