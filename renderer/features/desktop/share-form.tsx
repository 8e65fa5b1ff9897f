import { Button, Group, NumberInput, Radio, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconNetworkOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChosenCertificate, Protection, ShareAddress, ShareRequest } from '../../../main/contract.ts';
import { getDesktop, startSharing } from '../../api/connection/desktop.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { Moment } from '../../ui/times/time.tsx';

/** The port the headless server takes too. */
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
      address: (value) => (value === '' ? 'Choose an address' : null),
      port: (value) =>
        typeof value === 'number' && Number.isInteger(value) && value >= 1024 && value <= 65_535
          ? null
          : 'Enter a number from 1024 to 65535',
      certificate: (value, { protection }) =>
        protection === 'chosen' && value === null ? 'Choose a certificate and its key' : null,
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
        title="This computer is on no network"
        hint="Connect it to the team’s network and open this again."
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
        buttons={<DialogButtons submit="Start sharing" isSaving={starting.isPending} onCancel={onClose} />}
      >
        <Text size="sm">
          The team opens an address of this computer in a browser and signs in with accounts of its own. Your
          work goes on in this window as before.
        </Text>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <Select
            label="Address"
            allowDeselect={false}
            data={addresses.map((each) => ({
              value: each.address,
              label: `${each.address} (${each.interface})`,
            }))}
            data-autofocus
            {...form.getInputProps('address')}
          />
          <NumberInput
            label="Port"
            min={1024}
            max={65_535}
            clampBehavior="none"
            hideControls
            thousandSeparator=""
            maw={140}
            {...form.getInputProps('port')}
          />
        </Group>
        <Radio.Group label="Protection on the way" {...form.getInputProps('protection')}>
          <Stack gap={6} mt={4}>
            <Radio
              value="own"
              label="Encrypted (recommended)"
              description="Damson makes a certificate; browsers warn of it once, and the team compares a fingerprint"
            />
            <Radio
              value="chosen"
              label="With a certificate of mine"
              description="For one whose authority the team’s browsers know"
            />
            <Radio
              value="none"
              label="Not encrypted"
              description="Passwords and evidence can be read on the way"
            />
          </Stack>
        </Radio.Group>
        {protection === 'chosen' ? (
          <Stack gap={4} align="flex-start">
            {certificate === null ? null : (
              <Text size="sm">
                <bdi>{certificate.subject}</bdi>, valid until <Moment at={certificate.expires_at} />
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
              {certificate === null ? 'Choose a certificate and its key…' : 'Choose another…'}
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
          title="Share without encryption?"
          confirm="Share without encryption"
          onConfirm={async () => starting.mutate(form.values)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            Everybody on this network can read what the team sends and receives: their passwords, every
            command, and all evidence. They can also take over sessions and change what is stored.
          </Text>
          <Text size="sm">
            That includes guests of a wireless network, and whoever controls a router or switch on the way.
          </Text>
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
