import { Button, Group, NumberInput, Radio, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconNetworkOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChosenCertificate, Protection, ShareAddress, ShareRequest } from '../../../main/contract.ts';
import { getDesktop, startSharing } from '../../api/connection/desktop.ts';
import { rich } from '../../rich.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';

/** The same port as the headless server's. */
const usualPort = 4780;

export function ShareForm({
  addresses,
  onClose,
}: {
  addresses: readonly ShareAddress[];
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      address: addresses[0]?.address ?? '',
      port: usualPort as number | string,
      protection: 'own' as Protection['kind'],
      certificate: null as ChosenCertificate | null,
    },
    validate: {
      address: (value) => (value === '' ? t('desktop.choose_an_address') : null),
      port: (value) =>
        typeof value === 'number' && Number.isInteger(value) && value >= 1024 && value <= 65_535
          ? null
          : t('desktop.enter_a_number_from_1024_to'),
      certificate: (value, { protection }) =>
        protection === 'chosen' && value === null ? t('desktop.choose_a_certificate_and_its_key') : null,
    },
  });
  const starting = useMutation({
    mutationFn: (values: typeof form.values) => startSharing(queryClient, toRequest(values)),
  });
  const choosing = useMutation({
    mutationFn: () => getDesktop().sharing.chooseCertificate(),
    onSuccess: (chosen) => {
      if (chosen !== null) form.setFieldValue('certificate', chosen);
    },
  });
  const [isAsking, setAsking] = useState(false);
  if (addresses.length === 0) {
    return (
      <EmptyState
        icon={IconNetworkOff}
        title={t('desktop.this_computer_is_on_no_network')}
        hint={t('desktop.connect_it_to_the_team_s')}
      />
    );
  }
  const { protection, certificate } = form.values;
  return (
    <>
      <Form
        form={form}
        saving={{ error: starting.error ?? choosing.error }}
        onSubmit={(values) => (values.protection === 'none' ? setAsking(true) : starting.mutate(values))}
        gap="md"
        buttons={
          <DialogButtons
            submit={t('desktop.start_sharing')}
            isSaving={starting.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">{t('desktop.the_team_opens_an_address_of')}</Text>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <Select
            label={t('shared.address')}
            allowDeselect={false}
            data={addresses.map((each) => ({
              value: each.address,
              label: `${each.address} (${each.interface})`,
            }))}
            data-autofocus
            {...form.getInputProps('address')}
          />
          <NumberInput
            label={t('desktop.port')}
            min={1024}
            max={65_535}
            clampBehavior="none"
            hideControls
            thousandSeparator=""
            maw={140}
            {...form.getInputProps('port')}
          />
        </Group>
        <Radio.Group label={t('desktop.protection_on_the_way')} {...form.getInputProps('protection')}>
          <Stack gap={6} mt={4}>
            <Radio
              value="own"
              label={t('desktop.encrypted_recommended')}
              description={t('desktop.damson_makes_a_certificate_browsers_warn')}
            />
            <Radio
              value="chosen"
              label={t('desktop.with_a_certificate_of_mine')}
              description={t('desktop.for_one_whose_authority_the_team')}
            />
            <Radio
              value="none"
              label={t('desktop.not_encrypted')}
              description={t('desktop.passwords_and_evidence_can_be_read')}
            />
          </Stack>
        </Radio.Group>
        {protection === 'chosen' ? (
          <Stack gap={4} align="flex-start">
            {certificate === null ? null : (
              <Text size="sm">
                {rich('desktop.certificate_valid_until', {
                  subject: <bdi>{certificate.subject}</bdi>,
                  at: <Moment at={certificate.expires_at} />,
                })}
              </Text>
            )}
            <Button
              variant="default"
              size="xs"
              loading={choosing.isPending}
              onClick={() => choosing.mutate()}
              data-wrong={form.errors.certificate ? true : undefined}
              aria-describedby={form.errors.certificate ? 'certificate-problem' : undefined}
            >
              {certificate === null
                ? t('desktop.choose_a_certificate_and_its_key_2')
                : t('desktop.choose_another')}
            </Button>
            {form.errors.certificate ? (
              <Text id="certificate-problem" size="xs" c="var(--mantine-color-error)" role="alert">
                {form.errors.certificate}
              </Text>
            ) : null}
          </Stack>
        ) : null}
      </Form>
      {isAsking ? (
        <ConfirmDialog
          title={t('desktop.share_without_encryption')}
          confirm={t('desktop.share_without_encryption_2')}
          onConfirm={async () => starting.mutate(form.values)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('desktop.everybody_on_this_network_can_read')}</Text>
          <Text size="sm">{t('desktop.that_includes_guests_of_a_wireless')}</Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function toRequest({
  address,
  port,
  protection,
  certificate,
}: {
  address: string;
  port: number | string;
  protection: Protection['kind'];
  certificate: ChosenCertificate | null;
}): ShareRequest {
  const chosen = { kind: 'chosen', certificate: certificate?.id ?? '' } as const;
  return {
    address,
    port: Number(port),
    protection: protection === 'chosen' ? chosen : { kind: protection },
  };
}
