import { Button, Checkbox, Group, Radio, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestCatalogueSource } from '../../../domain/limits.ts';
import type { CatalogueStatus } from '../../../server/catalogue/contract.ts';
import { type SyncInput, synchronise } from '../../api/catalogue/catalogue.ts';
import { Form } from '../../ui/forms/form.tsx';
import { requireText } from '../../ui/forms/rules.ts';
import { checkDigest, emptyDigestRule, explainEmptyDigest } from './digest-rule.ts';
import { SyncResultNote } from './sync-result-note.tsx';

type Kind = 'bundled' | 'default' | 'other';

/** Loads the catalogue from what ships with Damson, from the pinned address, or from a source of one's own. */
export function SyncForm({ status }: { status: CatalogueStatus }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { kind: 'bundled' as Kind, source: '', ...emptyDigestRule },
    validate: {
      source: (value, { kind }) =>
        kind === 'other'
          ? requireText('Enter an address or a file name', longestCatalogueSource)(value)
          : null,
      expected_sha256: (value, values) => (values.kind === 'other' ? checkDigest(value) : null),
    },
  });
  const syncing = useMutation({
    mutationFn: (input: SyncInput) => synchronise(queryClient, input),
  });
  const { kind } = form.values;
  return (
    <Form
      form={form}
      saving={syncing}
      label="Load the catalogue"
      noteTitle="The catalogue stays as it was"
      onSubmit={(values) => syncing.mutate(toInput(values))}
      shown={kind === 'other' ? ['source', 'expected_sha256'] : []}
      buttons={
        <Group>
          <Button type="submit" loading={syncing.isPending}>
            Load catalogue
          </Button>
        </Group>
      }
    >
      <Title order={2}>Load a catalogue</Title>
      <Radio.Group label="From" {...form.getInputProps('kind')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="bundled"
            label="What ships with Damson"
            description="Needs no internet; identifiers, names and relations without the prose"
          />
          <Radio
            value="default"
            label={`ATT&CK ${status.default_version} from its publisher`}
            description={status.default_url}
          />
          <Radio
            value="other"
            label="Another address or file"
            description="A URL, or the name of a file in the server’s catalogue folder"
          />
        </Stack>
      </Radio.Group>
      {kind === 'other' ? (
        <Stack gap="xs" w="100%" pl="lg">
          <TextInput label="Address or file name" spellCheck={false} {...form.getInputProps('source')} />
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
        </Stack>
      ) : null}
      {syncing.data ? <SyncResultNote result={syncing.data} /> : null}
    </Form>
  );
}

function toInput({
  kind,
  source,
  expected_sha256,
  allow_unverified,
}: {
  kind: Kind;
  source: string;
  expected_sha256: string;
  allow_unverified: boolean;
}): SyncInput {
  if (kind === 'bundled') return { source: 'bundled' };
  if (kind === 'default') return {};
  const digest = expected_sha256.trim();
  return { source: source.trim(), allow_unverified, ...(digest === '' ? {} : { expected_sha256: digest }) };
}
