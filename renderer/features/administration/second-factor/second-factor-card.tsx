import { Alert, Badge, Button, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import { explainNoPasskeys } from '../../../api/accounts/passkeys.ts';
import {
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
} from '../../../api/accounts/second-factor.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { PasskeyDialog, RenameDialog } from './passkey-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type Passkey = SecondFactor['passkeys'][number];
type Opened =
  | { name: 'add totp' | 'remove totp' | 'add passkey' | 'renew codes' }
  | { name: 'rename passkey' | 'remove passkey'; passkey: Passkey }
  | { name: 'codes'; codes: readonly string[] };

/** What signing in asks for besides the password. */
export function SecondFactorCard() {
  const factors = useQuery(secondFactor);
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="second-factor-title">
      <Title order={2} id="second-factor-title" mb="sm">
        Second factor
      </Title>
      {factors.data !== undefined ? (
        <>
          <Factors factors={factors.data} onOpen={setOpened} />
          {opened === null ? null : (
            <OpenedDialog opened={opened} factors={factors.data} onOpen={setOpened} />
          )}
        </>
      ) : factors.error === null ? (
        <SkeletonRows rows={2} />
      ) : (
        <ProblemNote error={factors.error} what="second factors" onRetry={() => factors.refetch()} />
      )}
    </Paper>
  );
}

function Factors({ factors, onOpen }: { factors: SecondFactor; onOpen: (opened: Opened) => void }) {
  const { totp, passkeys, recovery_codes_left: left } = factors;
  const noPasskeys = explainNoPasskeys(factors.passkey_host);
  const isProtected = totp !== null || passkeys.length > 0;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {isProtected
          ? 'Signing in asks for one of these besides your password.'
          : 'Signing in asks for your password alone. With a second factor a stolen password is not enough.'}
      </Text>
      {totp === null ? null : (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">
            Authenticator app, added <Moment at={totp.created_at} />
          </Text>
          <Button size="xs" variant="default" onClick={() => onOpen({ name: 'remove totp' })}>
            Remove the app
          </Button>
        </Group>
      )}
      {totp === null || totp.is_readable ? null : (
        <Alert color="yellow" role="status">
          The server can no longer read this app’s secret, as its key has changed. Remove the app and add it
          anew.
        </Alert>
      )}
      {passkeys.map((passkey) => (
        <Group key={passkey.id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Passkey{' '}
            <strong>
              <Name>{passkey.name}</Name>
            </strong>{' '}
            for {passkey.host},{' '}
            {passkey.last_used_at === null ? (
              'never used'
            ) : (
              <>
                last used <Moment at={passkey.last_used_at} />
              </>
            )}
          </Text>
          <RowMenu of={passkey.name}>
            <Menu.Item onClick={() => onOpen({ name: 'rename passkey', passkey })}>Rename</Menu.Item>
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => onOpen({ name: 'remove passkey', passkey })}
            >
              Remove
            </Menu.Item>
          </RowMenu>
        </Group>
      ))}
      {isProtected ? (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" component="div">
            Recovery codes: {left} left{' '}
            {left > 2 ? null : (
              <Badge color="yellow" variant="dot" size="sm" tt="none">
                Make new ones
              </Badge>
            )}
          </Text>
          <Button size="xs" variant="default" onClick={() => onOpen({ name: 'renew codes' })}>
            Make new codes
          </Button>
        </Group>
      ) : null}
      <Group gap="sm">
        {totp === null ? (
          <Button variant="default" onClick={() => onOpen({ name: 'add totp' })}>
            Add an authenticator app
          </Button>
        ) : null}
        {noPasskeys === null ? (
          <Button variant="default" onClick={() => onOpen({ name: 'add passkey' })}>
            Add a passkey
          </Button>
        ) : null}
      </Group>
      {noPasskeys === null ? null : (
        <Text size="sm" c="dimmed">
          {noPasskeys}
        </Text>
      )}
    </Stack>
  );
}

function OpenedDialog({
  opened,
  factors,
  onOpen,
}: {
  opened: Opened;
  factors: SecondFactor;
  onOpen: (opened: Opened | null) => void;
}) {
  const queryClient = useQueryClient();
  const onClose = () => onOpen(null);
  const onAdded = ({ recovery_codes }: { recovery_codes: string[] | null }) => {
    notifications.show({ message: 'Your second factor is in force. Your other sessions have ended.' });
    onOpen(recovery_codes === null ? null : { name: 'codes', codes: recovery_codes });
  };
  const onRemoved = () => {
    notifications.show({ message: 'It was removed. Your other sessions have ended.' });
    onClose();
  };
  switch (opened.name) {
    case 'add totp':
      return <TotpDialog factors={factors} onAdded={onAdded} onClose={onClose} />;
    case 'add passkey':
      return <PasskeyDialog factors={factors} onAdded={onAdded} onClose={onClose} />;
    case 'codes':
      return <RecoveryCodesDialog codes={opened.codes} onClose={onClose} />;
    case 'rename passkey':
      return <RenameDialog passkey={opened.passkey} onClose={onClose} />;
    case 'renew codes':
      return (
        <ProofDialog
          title="Make new recovery codes?"
          submit="Make new codes"
          factors={factors}
          onProof={(shown) => renewRecoveryCodes(queryClient, shown)}
          onDone={({ recovery_codes }) => onOpen({ name: 'codes', codes: recovery_codes })}
          onClose={onClose}
        >
          <Text size="sm">The codes that you have stop working.</Text>
        </ProofDialog>
      );
    case 'remove totp':
      return (
        <ProofDialog
          title="Remove the authenticator app?"
          submit="Remove"
          factors={factors}
          onProof={(shown) => removeTotp(queryClient, shown)}
          onDone={onRemoved}
          onClose={onClose}
        >
          <Text size="sm">Its codes no longer sign you in.</Text>
        </ProofDialog>
      );
    case 'remove passkey':
      return (
        <ProofDialog
          title="Remove this passkey?"
          submit="Remove"
          factors={factors}
          onProof={(shown) => removePasskey(queryClient, opened.passkey.id, shown)}
          onDone={onRemoved}
          onClose={onClose}
        >
          <Text size="sm">
            <strong>
              <Name>{opened.passkey.name}</Name>
            </strong>{' '}
            no longer signs you in. Delete it on the device too.
          </Text>
        </ProofDialog>
      );
  }
}
