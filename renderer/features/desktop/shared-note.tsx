import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toJoinLink } from '../../../domain/fingerprints.ts';
import type { Sharing } from '../../../main/contract.ts';
import { stopSharing } from '../../api/connection/desktop.ts';
import { rich } from '../../rich.ts';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import { Fingerprint } from '../../ui/copy/fingerprint.tsx';
import { t } from '../../words.ts';
import { QrCode } from './qr-code.tsx';

export function SharedNote({ shared, onClose }: { shared: Sharing; onClose: () => void }) {
  const queryClient = useQueryClient();
  const link = toJoinLink(shared.url, shared.fingerprint);
  const stopping = useMutation({ mutationFn: () => stopSharing(queryClient) });
  return (
    <Stack gap="md">
      <Group align="flex-start" gap="lg" wrap="nowrap">
        <QrCode text={link} label={t('desktop.the_address_url_as_a_qr', { url: shared.url })} />
        <Stack gap="sm" flex={1}>
          <TextInput
            label={t('desktop.the_team_opens')}
            readOnly
            value={shared.url}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyTextButton
            value={link}
            label={shared.fingerprint === null ? t('desktop.copy_the_address') : t('desktop.copy_the_link')}
          />
          <Text size="sm" c="dimmed">
            {rich('desktop.everyone_needs_an_account_make_one', {
              link: (parts) => (
                <Anchor
                  component={Link}
                  to="/administration/users"
                  onClick={onClose}
                  size="sm"
                  inherit
                  underline="always"
                >
                  {parts}
                </Anchor>
              ),
            })}
          </Text>
        </Stack>
      </Group>
      {shared.fingerprint !== null ? (
        <Alert color="gray" icon={<IconLock aria-hidden />} role="status">
          <Stack gap="xs">
            <Text size="sm">
              {shared.protection === 'own'
                ? t('desktop.traffic_is_encrypted_each_browser_warns')
                : t('desktop.traffic_is_encrypted_where_a_browser')}
            </Text>
            <Fingerprint of={shared.fingerprint} />
            <Text size="sm" c="dimmed">
              {rich('desktop.the_link_and_the_qr_code', {
                link: (parts) => (
                  <Anchor
                    component={Link}
                    to="/help/sharing#compare-the-fingerprint"
                    onClick={onClose}
                    size="sm"
                    inherit
                    underline="always"
                  >
                    {parts}
                  </Anchor>
                ),
              })}
            </Text>
          </Stack>
        </Alert>
      ) : (
        <Alert
          color="yellow"
          icon={<IconLockOpen2 aria-hidden />}
          role="status"
          title={t('desktop.traffic_is_not_encrypted')}
        >
          {t('desktop.whoever_can_listen_on_this_network')}
        </Alert>
      )}
      {stopping.isError ? (
        <Alert color="red" role="alert">
          {stopping.error.message}
        </Alert>
      ) : null}
      <Group justify="space-between" gap="sm">
        <Button variant="default" loading={stopping.isPending} onClick={() => stopping.mutate()}>
          {t('desktop.stop_sharing')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('shared.close')}
        </Button>
      </Group>
    </Stack>
  );
}
