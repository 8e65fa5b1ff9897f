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
import { t } from '../../words.ts';
import { DisconnectedTasks } from './disconnected-tasks.tsx';

type Values = {
  framework: Framework;
  base_url: string;
  token: string;
  tls: TlsMode;
  tls_fingerprint: string;
  operation: string;
};

const frameworkChoices = () =>
  frameworks.map((value) => ({
    value,
    label: t(`c2.framework.${value}`),
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
  /** SHA-256 of a certificate to pin, from the connection test. */
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
        const problem = requireText(t('c2.enter_the_framework_s_address'), longestAddress)(value);
        if (problem !== null || tls !== 'pin' || /^https:/i.test(value.trim())) return problem;
        return t('c2.must_begin_with_https_to_accept');
      },
      token: (value, values) =>
        value === '' && !isBuiltIn(values.framework) && !keepsToken(config, values)
          ? config?.has_token
            ? t('c2.enter_a_token_the_stored_one')
            : t('c2.enter_the_framework_s_api_token')
          : atMost(longestApiToken)(value.trim()),
      tls_fingerprint: (value, { framework, tls }) =>
        !isBuiltIn(framework) && tls === 'pin'
          ? requireText(t('c2.enter_the_certificate_s_sha_256'), longestFingerprint)(value)
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
      title={config === null ? t('c2.connect_a_c2_framework') : t('c2.change_the_connection')}
      size="lg"
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        shown={listShownFields(form.values)}
        buttons={
          <DialogButtons submit={t('c2.save_and_test')} isSaving={saving.isPending} onCancel={close} />
        }
      >
        <Select
          label={t('c2.framework')}
          allowDeselect={false}
          data={frameworkChoices()}
          data-autofocus
          {...form.getInputProps('framework')}
        />
        {isBuiltIn(framework) ? (
          <Alert color="gray">{t('c2.made_up_callbacks_and_tasks_to')}</Alert>
        ) : (
          <>
            <TextInput
              label={t('shared.address')}
              description={t('c2.where_this_server_reaches_the_framework')}
              placeholder={t('c2.https_c2_example_7443')}
              inputMode="url"
              autoComplete="off"
              withAsterisk
              {...form.getInputProps('base_url')}
            />
            {lostSecret ? <EnterAgain what={t('c2.api_token')} /> : null}
            <SecretInput
              label={t('c2.api_token')}
              description={
                keepsToken(config, form.values)
                  ? t('c2.one_is_stored_leave_this_empty')
                  : config?.has_token
                    ? t('c2.enter_it_again_the_stored_one')
                    : t('c2.stored_encrypted_sent_to_this_address')
              }
              autoComplete="off"
              {...form.getInputProps('token')}
            />
            <Radio.Group label={t('c2.the_framework_s_certificate')} {...form.getInputProps('tls')}>
              <Stack gap={6} mt={4}>
                <Radio
                  value="verify"
                  label={t('c2.verify_it_as_a_browser_does')}
                  description={t('c2.for_a_certificate_of_a_known')}
                />
                <Radio
                  value="pin"
                  label={t('c2.accept_only_one_certificate')}
                  description={t('c2.by_its_sha_256_for_a')}
                />
                <Radio
                  value="insecure"
                  label={t('c2.do_not_check_it')}
                  description={t('c2.anybody_in_between_can_read_the')}
                />
              </Stack>
            </Radio.Group>
            {tls === 'pin' ? (
              <TextInput
                label={t('c2.sha_256_of_the_certificate')}
                description={t('c2.64_hexadecimal_digits_with_or_without')}
                ff="monospace"
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps('tls_fingerprint')}
              />
            ) : null}
            {tls === 'insecure' ? (
              <Alert color="yellow" role="status">
                {t('c2.use_this_only_on_a_network')}
              </Alert>
            ) : null}
            <TextInput
              label={t('c2.operation')}
              description={t('c2.only_this_one_s_callbacks_and')}
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
