import { Alert, Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Sharing } from '../../../main/contract.ts';
import { stopSharing } from '../../api/desktop.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { QrCode } from './qr-code.tsx';

export function SharedNote({ shared, onClose }: { shared: Sharing; onClose: () => void }) {
  const queryClient = useQueryClient();
  const stopping = useMutation({ mutationFn: () => stopSharing(queryClient) });
  return (
    <Stack gap="md">
      <Group align="flex-start" gap="lg" wrap="nowrap">
        <QrCode text={shared.url} label={`The address ${shared.url} as a QR code`} />
        <Stack gap="sm" flex={1}>
          <TextInput
            label="The team opens"
            readOnly
            value={shared.url}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyTextButton value={shared.url} label="Copy the address" />
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
          <Text size="sm">
            Traffic is encrypted. Where a browser does not know the certificate’s authority, compare its
            SHA-256 fingerprint:
          </Text>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {shared.fingerprint}
          </Code>
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
