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
import { rich } from '../../../rich.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { PasskeyDialog, RenameDialog } from './passkey-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type Passkey = SecondFactor['passkeys'][number];
type Opened =
  | { name: 'add totp' | 'remove totp' | 'add passkey' | 'renew codes' }
  | { name: 'rename passkey' | 'remove passkey'; passkey: Passkey }
  | { name: 'codes'; codes: readonly string[] };

/** Second factors of the account. */
export function SecondFactorCard() {
  const factors = useQuery(secondFactor);
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="second-factor-title">
      <Title order={2} id="second-factor-title" mb="sm">
        {t('administration.second_factor')}
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
        <ProblemNote
          error={factors.error}
          what={t('administration.second_factors')}
          onRetry={() => factors.refetch()}
        />
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
          ? t('administration.signing_in_asks_for_one_of')
          : t('administration.signing_in_asks_for_your_password')}
      </Text>
      {totp === null ? null : (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">
            {rich('administration.authenticator_app_added', {
              at: <Moment at={totp.created_at} />,
            })}
          </Text>
          <Button size="xs" variant="default" onClick={() => onOpen({ name: 'remove totp' })}>
            {t('administration.remove_the_app')}
          </Button>
        </Group>
      )}
      {totp === null || totp.is_readable ? null : (
        <Alert color="yellow" role="status">
          {t('administration.the_server_can_no_longer_read')}
        </Alert>
      )}
      {passkeys.map((passkey) => (
        <Group key={passkey.id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {describePasskey(passkey)}
          </Text>
          <RowMenu of={passkey.name}>
            <Menu.Item onClick={() => onOpen({ name: 'rename passkey', passkey })}>
              {t('shared.rename')}
            </Menu.Item>
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => onOpen({ name: 'remove passkey', passkey })}
            >
              {t('shared.remove')}
            </Menu.Item>
          </RowMenu>
        </Group>
      ))}
      {isProtected ? (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" component="div">
            {t('administration.recovery_codes_left', { left })}{' '}
            {left > 2 ? null : (
              <Badge color="yellow" variant="dot" size="sm" tt="none">
                {t('administration.make_new_ones')}
              </Badge>
            )}
          </Text>
          <Button size="xs" variant="default" onClick={() => onOpen({ name: 'renew codes' })}>
            {t('administration.make_new_codes')}
          </Button>
        </Group>
      ) : null}
      <Group gap="sm">
        {totp === null ? (
          <Button variant="default" onClick={() => onOpen({ name: 'add totp' })}>
            {t('administration.add_an_authenticator_app')}
          </Button>
        ) : null}
        {noPasskeys === null ? (
          <Button variant="default" onClick={() => onOpen({ name: 'add passkey' })}>
            {t('administration.add_a_passkey')}
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

function describePasskey({ name, host, last_used_at }: Passkey) {
  const strong = (
    <strong>
      <Name>{name}</Name>
    </strong>
  );
  return last_used_at === null
    ? rich('administration.passkey_never_used', { name: strong, host })
    : rich('administration.passkey_used', { name: strong, host, at: <Moment at={last_used_at} /> });
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
    notifications.show({ message: t('administration.your_second_factor_is_in_force') });
    onOpen(recovery_codes === null ? null : { name: 'codes', codes: recovery_codes });
  };
  const onRemoved = () => {
    notifications.show({ message: t('administration.it_was_removed_your_other_sessions') });
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
          title={t('administration.make_new_recovery_codes')}
          submit={t('administration.make_new_codes')}
          factors={factors}
          onProof={(shown) => renewRecoveryCodes(queryClient, shown)}
          onDone={({ recovery_codes }) => onOpen({ name: 'codes', codes: recovery_codes })}
          onClose={onClose}
        >
          <Text size="sm">{t('administration.the_codes_that_you_have_stop')}</Text>
        </ProofDialog>
      );
    case 'remove totp':
      return (
        <ProofDialog
          title={t('administration.remove_the_authenticator_app')}
          submit={t('shared.remove')}
          factors={factors}
          onProof={(shown) => removeTotp(queryClient, shown)}
          onDone={onRemoved}
          onClose={onClose}
        >
          <Text size="sm">{t('administration.its_codes_no_longer_sign_you')}</Text>
        </ProofDialog>
      );
    case 'remove passkey':
      return (
        <ProofDialog
          title={t('administration.remove_this_passkey')}
          submit={t('shared.remove')}
          factors={factors}
          onProof={(shown) => removePasskey(queryClient, opened.passkey.id, shown)}
          onDone={onRemoved}
          onClose={onClose}
        >
          <Text size="sm">
            {rich('administration.passkey_no_longer_signs_you_in', {
              name: (
                <strong>
                  <Name>{opened.passkey.name}</Name>
                </strong>
              ),
            })}
          </Text>
        </ProofDialog>
      );
  }
}
