import { Alert, Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Framework,
  frameworks,
  isBuiltIn,
  isSameConfiguration,
  keepsToken,
  longestAddress,
  type TlsMode,
} from '../../../domain/c2.ts';
import { longestApiToken, longestFingerprint, longestOperation } from '../../../domain/limits.ts';
import type { C2Config } from '../../../server/c2/configurations/contract.ts';
import { type C2ConfigInput, writeC2Config } from '../../api/engagements/c2.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { atMost, requireText } from '../../ui/forms/rules.ts';
import { EnterAgain, SecretInput } from '../../ui/forms/secret-input.tsx';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { frameworkName } from './c2-words.ts';
import { DisconnectedTasks } from './disconnected-tasks.tsx';

type Values = {
  framework: Framework;
  base_url: string;
  token: string;
  tls: TlsMode;
  tls_fingerprint: string;
  operation: string;
};

const frameworkChoices = frameworks.map((value) => ({
  value,
  label: frameworkName[value],
}));

export function ConnectDialog({
  engagementId,
  config,
  pinned,
  onClose,
  onSaved,
}: {
  engagementId: string;
  config: C2Config | null;
  /** SHA-256 of a certificate to pin, as the test of the connection showed it. */
  pinned: string | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const queryClient = useQueryClient();
  const { form, drop, lostSecret } = useKeptForm<Values>({
    draft: `c2.${engagementId}`,
    secrets: ['token'],
    initialValues: {
      framework: config?.framework ?? 'mythic',
      base_url: config?.base_url ?? '',
      token: '',
      tls: pinned === null ? (config?.tls ?? 'verify') : 'pin',
      tls_fingerprint: pinned ?? config?.tls_fingerprint ?? '',
      operation: config?.operation ?? '',
    },
    validate: {
      base_url: (value, { framework, tls }) => {
        if (isBuiltIn(framework)) return null;
        const problem = requireText('Enter the framework’s address', longestAddress)(value);
        if (problem !== null || tls !== 'pin' || /^https:/i.test(value.trim())) return problem;
        return 'Must begin with https:// to accept only one certificate';
      },
      token: (value, values) =>
        value === '' && !isBuiltIn(values.framework) && !keepsToken(config, values)
          ? config?.has_token
            ? 'Enter a token: the stored one was given for another framework, address or certificate'
            : 'Enter the framework’s API token'
          : atMost(longestApiToken)(value.trim()),
      tls_fingerprint: (value, { framework, tls }) =>
        !isBuiltIn(framework) && tls === 'pin'
          ? requireText('Enter the certificate’s SHA-256', longestFingerprint)(value)
          : null,
      operation: (value) => atMost(longestOperation)(value.trim()),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (values: Values) => writeC2Config(queryClient, engagementId, toInput(values)),
    onSuccess: () => {
      drop();
      onSaved();
    },
  });
  const { framework, tls } = form.values;
  return (
    <Modal
      opened
      onClose={close}
      title={config === null ? 'Connect a C2 framework' : 'Change the connection'}
      size="lg"
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        shown={listShownFields(form.values)}
        buttons={<DialogButtons submit="Save and test" isSaving={saving.isPending} onCancel={close} />}
      >
        <Select
          label="Framework"
          allowDeselect={false}
          data={frameworkChoices}
          data-autofocus
          {...form.getInputProps('framework')}
        />
        {isBuiltIn(framework) ? (
          <Alert color="gray">
            Made-up callbacks and tasks to try things out with. It talks to nothing and needs no address.
          </Alert>
        ) : (
          <>
            <TextInput
              label="Address"
              description="Where this server reaches the framework"
              placeholder="https://c2.example:7443"
              inputMode="url"
              autoComplete="off"
              withAsterisk
              {...form.getInputProps('base_url')}
            />
            {lostSecret ? <EnterAgain what="API token" /> : null}
            <SecretInput
              label="API token"
              description={
                keepsToken(config, form.values)
                  ? 'One is stored. Leave this empty to keep it; it can’t be shown.'
                  : config?.has_token
                    ? 'Enter it again: the stored one was given for another framework, address or certificate'
                    : 'Stored encrypted, sent to this address alone, and never shown again'
              }
              autoComplete="off"
              {...form.getInputProps('token')}
            />
            <Radio.Group label="The framework’s certificate" {...form.getInputProps('tls')}>
              <Stack gap={6} mt={4}>
                <Radio
                  value="verify"
                  label="Verify it as a browser does"
                  description="For a certificate of a known authority, with the right host name"
                />
                <Radio
                  value="pin"
                  label="Accept only one certificate"
                  description="By its SHA-256, for a framework’s self-made certificate; testing the connection shows it"
                />
                <Radio
                  value="insecure"
                  label="Do not check it"
                  description="Anybody in between can read the token and everything else"
                />
              </Stack>
            </Radio.Group>
            {tls === 'pin' ? (
              <TextInput
                label="SHA-256 of the certificate"
                description="64 hexadecimal digits, with or without colons"
                ff="monospace"
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps('tls_fingerprint')}
              />
            ) : null}
            {tls === 'insecure' ? (
              <Alert color="yellow" role="status">
                Use this only on a network where nobody else listens.
              </Alert>
            ) : null}
            <TextInput
              label="Operation"
              description="Only this one’s callbacks and tasks; empty: the token’s own"
              autoComplete="off"
              {...form.getInputProps('operation')}
            />
          </>
        )}
        {config === null || isSameConfiguration(config, toConnection(form.values)) ? null : (
          <DisconnectedTasks engagementId={engagementId} />
        )}
      </Form>
    </Modal>
  );
}

function listShownFields({ framework, tls }: Values): (keyof Values)[] {
  if (isBuiltIn(framework)) return ['framework'];
  const fields: (keyof Values)[] = ['framework', 'base_url', 'token', 'tls', 'operation'];
  return tls === 'pin' ? [...fields, 'tls_fingerprint'] : fields;
}

function toConnection(values: Values) {
  const { framework, base_url = '', operation } = toInput(values);
  return { framework, base_url, operation };
}

function toInput(values: Values): C2ConfigInput {
  const { framework, base_url, token, tls, tls_fingerprint, operation } = values;
  if (isBuiltIn(framework)) return { framework, tls: 'verify', tls_fingerprint: null, operation: null };
  return {
    framework,
    base_url: base_url.trim(),
    ...(token === '' ? {} : { token }),
    tls,
    tls_fingerprint: tls === 'pin' ? tls_fingerprint.trim() : null,
    operation: operation.trim() === '' ? null : operation.trim(),
  };
}
