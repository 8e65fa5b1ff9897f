import { Alert, Button, Group, NumberInput, Radio, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconNetworkOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChosenCertificate, ShareAddress } from '../../../main/contract.ts';
import { getDesktop, startSharing } from '../../api/desktop.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/time.tsx';

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
      protection: 'none' as 'none' | 'certificate',
      certificate: null as ChosenCertificate | null,
    },
    validate: {
      address: (value) => (value === '' ? 'Choose an address' : null),
      port: (value) =>
        typeof value === 'number' && Number.isInteger(value) && value >= 1024 && value <= 65_535
          ? null
          : 'Enter a number from 1024 to 65535',
      certificate: (value, { protection }) =>
        protection === 'certificate' && value === null ? 'Choose a certificate and its key' : null,
    },
  });
  const starting = useMutation({
    mutationFn: ({ address, port, protection, certificate }: typeof form.values) =>
      startSharing(queryClient, {
        address,
        port: Number(port),
        certificate: protection === 'certificate' ? (certificate?.id ?? null) : null,
      }),
  });
  const choosing = useMutation({
    mutationFn: () => getDesktop().sharing.chooseCertificate(),
    onSuccess: (chosen) => {
      if (chosen !== null) form.setFieldValue('certificate', chosen);
    },
  });
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
    <Form
      form={form}
      saving={{ error: starting.error ?? choosing.error }}
      onSubmit={(values) => starting.mutate(values)}
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
          <Radio value="none" label="None" description="For a network where nobody but the team can listen" />
          <Radio
            value="certificate"
            label="A certificate"
            description="Everything is encrypted; the team’s browsers must know the certificate’s authority"
          />
        </Stack>
      </Radio.Group>
      {protection === 'none' ? (
        <Alert color="yellow" role="status" title="Traffic will not be encrypted">
          Whoever can listen on this network can read passwords, evidence and everything else.
        </Alert>
      ) : (
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
      )}
    </Form>
  );
}
