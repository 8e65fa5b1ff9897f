import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toJoinLink } from '../../../domain/fingerprints.ts';
import type { Sharing } from '../../../main/contract.ts';
import { stopSharing } from '../../api/connection/desktop.ts';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import { Fingerprint } from '../../ui/copy/fingerprint.tsx';
import { QrCode } from './qr-code.tsx';

export function SharedNote({ shared, onClose }: { shared: Sharing; onClose: () => void }) {
  const queryClient = useQueryClient();
  const link = toJoinLink(shared.url, shared.fingerprint);
  const stopping = useMutation({ mutationFn: () => stopSharing(queryClient) });
  return (
    <Stack gap="md">
      <Group align="flex-start" gap="lg" wrap="nowrap">
        <QrCode text={link} label={`The address ${shared.url} as a QR code`} />
        <Stack gap="sm" flex={1}>
          <TextInput
            label="The team opens"
            readOnly
            value={shared.url}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyTextButton
            value={link}
            label={shared.fingerprint === null ? 'Copy the address' : 'Copy the link'}
          />
          <Text size="sm" c="dimmed">
            Everyone needs an account: make one under{' '}
            <Anchor
              component={Link}
              to="/administration/users"
              onClick={onClose}
              size="sm"
              inherit
              underline="always"
            >
              Administration
            </Anchor>
            , or hand over an invitation’s link.
          </Text>
        </Stack>
      </Group>
      {shared.fingerprint !== null ? (
        <Alert color="gray" icon={<IconLock aria-hidden />} role="status">
          <Stack gap="xs">
            <Text size="sm">
              {shared.protection === 'own'
                ? 'Traffic is encrypted. Each browser warns once, because no authority vouches for a certificate that was made here. Before anybody goes on, their browser must show this SHA-256 fingerprint:'
                : 'Traffic is encrypted. Where a browser does not know the certificate’s authority, compare its SHA-256 fingerprint:'}
            </Text>
            <Fingerprint of={shared.fingerprint} />
            <Text size="sm" c="dimmed">
              The link and the QR code carry it too. Hand them over by another way than this network.{' '}
              <Anchor
                component={Link}
                to="/help/sharing#compare-the-fingerprint"
                onClick={onClose}
                size="sm"
                inherit
                underline="always"
              >
                Where browsers show it
              </Anchor>
            </Text>
          </Stack>
        </Alert>
      ) : (
        <Alert
          color="yellow"
          icon={<IconLockOpen2 aria-hidden />}
          role="status"
          title="Traffic is not encrypted"
        >
          Whoever can listen on this network can read passwords, evidence and everything else.
        </Alert>
      )}
      {stopping.isError ? (
        <Alert color="red" role="alert">
          {stopping.error.message}
        </Alert>
      ) : null}
      <Group justify="space-between" gap="sm">
        <Button variant="default" loading={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop sharing
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
