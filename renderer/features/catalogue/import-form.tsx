import { Alert, Button, Checkbox, FileInput, Group, Progress, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { largestCatalogue } from '../../../domain/limits.ts';
import type { CatalogueStatus } from '../../../server/catalogue/contract.ts';
import { importBundle } from '../../api/catalogue/catalogue.ts';
import { Form } from '../../ui/forms/form.tsx';
import { t } from '../../words.ts';
import { takeBundle, useOfferedBundle } from '../desktop/opened-bundle.ts';
import { checkDigest, emptyDigestRule, explainEmptyDigest } from './digest-rule.ts';
import { SyncResultNote } from './sync-result-note.tsx';

const formatMegabytes = (bytes: number) =>
  t('catalogue.to_fixed_mb', { to_fixed: (bytes / 1_000_000).toFixed(1) });

/** Sends a bundle from this computer. */
export function ImportForm({ status }: { status: CatalogueStatus }) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<{ sent: number; total: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const form = useForm({
    initialValues: { file: null as File | null, ...emptyDigestRule },
    validate: {
      file: (file) => {
        if (file === null) return t('catalogue.choose_a_file');
        return file.size > largestCatalogue ? t('catalogue.at_most_200_mib') : null;
      },
      expected_sha256: checkDigest,
    },
  });
  const offered = useOfferedBundle();
  const { setFieldValue } = form;
  useEffect(() => {
    if (offered === null) return;
    void takeBundle(offered).then((file) => {
      if (file !== null) setFieldValue('file', file);
    });
  }, [offered, setFieldValue]);
  const importing = useMutation({
    mutationFn: ({ file, expected_sha256, allow_unverified }: typeof form.values) => {
      stop.current = new AbortController();
      return importBundle(queryClient, file as File, {
        expectedSha256: expected_sha256.trim(),
        allowUnverified: allow_unverified,
        onProgress: (sent, total) => setSent({ sent, total }),
        signal: stop.current.signal,
      });
    },
    onSettled: () => setSent(null),
  });
  const cancelled = importing.error instanceof DOMException ? importing.error : null;
  return (
    <Form
      form={form}
      saving={{ error: cancelled === null ? importing.error : null }}
      serverNames={{ source: 'file' }}
      label={t('catalogue.import_a_bundle')}
      noteTitle={t('catalogue.the_catalogue_stays_as_it_was')}
      onSubmit={(values) => importing.mutate(values)}
      buttons={
        <Group gap="xs">
          <Button type="submit" loading={importing.isPending}>
            {t('shared.import')}
          </Button>
          {importing.isPending ? (
            <Button variant="default" onClick={() => stop.current?.abort()}>
              {t('shared.cancel')}
            </Button>
          ) : null}
        </Group>
      }
    >
      <div>
        <Title order={2}>{t('catalogue.import_a_bundle')}</Title>
        <Text size="sm" c="dimmed">
          {t('catalogue.a_stix_bundle_of_enterprise_att')}
        </Text>
      </div>
      <FileInput
        label={t('catalogue.bundle')}
        placeholder={t('catalogue.choose_a_json_file')}
        accept="application/json,.json"
        clearable
        clearButtonProps={{ 'aria-label': t('catalogue.take_the_file_away') }}
        leftSection={<IconFileImport size={16} aria-hidden />}
        {...form.getInputProps('file')}
      />
      <TextInput
        label={t('catalogue.expected_sha_256')}
        description={explainEmptyDigest(status.default_version)}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('expected_sha256')}
      />
      <Checkbox
        label={t('catalogue.accept_it_unverified')}
        {...form.getInputProps('allow_unverified', { type: 'checkbox' })}
      />
      {sent === null ? null : <UploadProgress {...sent} />}
      {cancelled ? (
        <Alert color="gray" role="alert" title={t('catalogue.the_catalogue_stays_as_it_was')}>
          {cancelled.message}
        </Alert>
      ) : null}
      {importing.data ? <SyncResultNote result={importing.data} /> : null}
    </Form>
  );
}

function UploadProgress({ sent, total }: { sent: number; total: number }) {
  const isSent = sent >= total;
  return (
    <div>
      <Progress
        value={total > 0 ? (100 * sent) / total : 0}
        aria-label={t('catalogue.upload')}
        animated={isSent}
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {isSent
          ? t('catalogue.sent_the_server_is_reading_the')
          : t('catalogue.sent_of_total_sent', { sent: formatMegabytes(sent), total: formatMegabytes(total) })}
      </Text>
    </div>
  );
}
