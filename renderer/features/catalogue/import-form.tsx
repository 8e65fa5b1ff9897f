import { Alert, Button, Checkbox, FileInput, Group, Progress, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { largestCatalogue } from '../../../domain/limits.ts';
import type { CatalogueStatus } from '../../../server/catalogue/contract.ts';
import { importBundle } from '../../api/catalogue/catalogue.ts';
import { Form } from '../../ui/forms/form.tsx';
import { takeBundle, useOfferedBundle } from '../desktop/opened-bundle.ts';
import { checkDigest, emptyDigestRule, explainEmptyDigest } from './digest-rule.ts';
import { SyncResultNote } from './sync-result-note.tsx';

const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

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
        if (file === null) return 'Choose a file';
        return file.size > largestCatalogue ? 'At most 200 MiB' : null;
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
      label="Import a bundle"
      noteTitle="The catalogue stays as it was"
      onSubmit={(values) => importing.mutate(values)}
      buttons={
        <Group gap="xs">
          <Button type="submit" loading={importing.isPending}>
            Import
          </Button>
          {importing.isPending ? (
            <Button variant="default" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          ) : null}
        </Group>
      }
    >
      <div>
        <Title order={2}>Import a bundle</Title>
        <Text size="sm" c="dimmed">
          A STIX bundle of Enterprise ATT&CK as MITRE publishes it, up to 200 MiB.
        </Text>
      </div>
      <FileInput
        label="Bundle"
        placeholder="Choose a JSON file"
        accept="application/json,.json"
        clearable
        clearButtonProps={{ 'aria-label': 'Take the file away' }}
        leftSection={<IconFileImport size={16} aria-hidden />}
        {...form.getInputProps('file')}
      />
      <TextInput
        label="Expected SHA-256"
        description={explainEmptyDigest(status.default_version)}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('expected_sha256')}
      />
      <Checkbox
        label="Accept it unverified"
        {...form.getInputProps('allow_unverified', { type: 'checkbox' })}
      />
      {sent === null ? null : <UploadProgress {...sent} />}
      {cancelled ? (
        <Alert color="gray" role="alert" title="The catalogue stays as it was">
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
      <Progress value={total > 0 ? (100 * sent) / total : 0} aria-label="Upload" animated={isSent} />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {isSent
          ? 'Sent. The server is reading the bundle …'
          : `${formatMegabytes(sent)} of ${formatMegabytes(total)} sent`}
      </Text>
    </div>
  );
}
