import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Added, NewTotp, SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import { beginTotp, confirmTotp } from '../../../api/accounts/second-factor.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { t } from '../../../words.ts';
import { QrCode } from '../../desktop/qr-code.tsx';
import { checkFactor } from '../../session/factor-methods.ts';
import { noProof, ProofFields, useProof } from './proof-fields.tsx';

const title = () => t('administration.add_an_authenticator_app');

/** Adds an authenticator app: first a proof of identity, then its first code. */
export function TotpDialog({
  factors,
  onAdded,
  onClose,
}: {
  factors: SecondFactor;
  onAdded: (added: Added) => void;
  onClose: () => void;
}) {
  const [begun, setBegun] = useState<NewTotp | null>(null);
  const proof = useProof(factors);
  const form = useForm({ initialValues: noProof, validate: proof.validate });
  const beginning = useMutation({
    mutationFn: (values: typeof form.values) => beginTotp(proof.toShown(values)),
    onSuccess: setBegun,
  });
  if (begun !== null) return <ConfirmDialog begun={begun} onAdded={onAdded} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={title()}>
      <Form
        form={form}
        saving={beginning}
        onSubmit={(values) => beginning.mutate(values)}
        shown={proof.fields}
        buttons={
          <DialogButtons
            submit={t('administration.continue')}
            isSaving={beginning.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">{t('administration.from_then_on_signing_in_asks')}</Text>
        <ProofFields form={form} proof={proof} />
      </Form>
    </Modal>
  );
}

function ConfirmDialog({
  begun: { secret, uri },
  onAdded,
  onClose,
}: {
  begun: NewTotp;
  onAdded: (added: Added) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { code: '' }, validate: { code: checkFactor('totp').code } });
  const confirming = useMutation({
    mutationFn: ({ code }: typeof form.values) => confirmTotp(queryClient, code),
    onSuccess: onAdded,
  });
  return (
    <Modal opened onClose={onClose} title={title()} size="lg" closeOnClickOutside={false}>
      <Form
        form={form}
        saving={confirming}
        onSubmit={(values) => confirming.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('administration.add_the_app')}
            isSaving={confirming.isPending}
            onCancel={onClose}
          />
        }
      >
        <Group align="flex-start" gap="lg">
          <QrCode text={uri} label={t('administration.the_secret_for_the_app_as')} />
          <Stack gap="sm" flex="1 1 240px">
            <Text size="sm">{t('administration.scan_this_with_the_app_or')}</Text>
            <TextInput
              label={t('administration.secret')}
              description={t('administration.shown_only_now')}
              readOnly
              value={secret.replace(/....(?=.)/g, '$& ')}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onFocus={(event) => event.currentTarget.select()}
            />
            <TextInput
              label={t('administration.code_that_the_app_shows')}
              inputMode="numeric"
              autoComplete="one-time-code"
              data-autofocus
              {...form.getInputProps('code')}
            />
          </Stack>
        </Group>
      </Form>
    </Modal>
  );
}
