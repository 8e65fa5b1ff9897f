import { Button, Checkbox, Group, Radio, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestCatalogueSource } from '../../../domain/limits.ts';
import type { CatalogueStatus } from '../../../server/catalogue/contract.ts';
import { type SyncInput, synchronise } from '../../api/catalogue/catalogue.ts';
import { Form } from '../../ui/forms/form.tsx';
import { requireText } from '../../ui/forms/rules.ts';
import { t } from '../../words.ts';
import { checkDigest, emptyDigestRule, explainEmptyDigest } from './digest-rule.ts';
import { SyncResultNote } from './sync-result-note.tsx';

type Kind = 'bundled' | 'default' | 'other';

/** Loads the catalogue bundled with Damson, from the pinned address, or from a custom source. */
export function SyncForm({ status }: { status: CatalogueStatus }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { kind: 'bundled' as Kind, source: '', ...emptyDigestRule },
    validate: {
      source: (value, { kind }) =>
        kind === 'other'
          ? requireText(t('catalogue.enter_an_address_or_a_file'), longestCatalogueSource)(value)
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
      label={t('catalogue.load_the_catalogue')}
      noteTitle={t('catalogue.the_catalogue_stays_as_it_was')}
      onSubmit={(values) => syncing.mutate(toInput(values))}
      shown={kind === 'other' ? ['source', 'expected_sha256'] : []}
      buttons={
        <Group>
          <Button type="submit" loading={syncing.isPending}>
            {t('catalogue.load_catalogue')}
          </Button>
        </Group>
      }
    >
      <Title order={2}>{t('catalogue.load_a_catalogue')}</Title>
      <Radio.Group label={t('catalogue.from')} {...form.getInputProps('kind')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="bundled"
            label={t('catalogue.what_ships_with_damson')}
            description={t('catalogue.needs_no_internet_identifiers_names_and')}
          />
          <Radio
            value="default"
            label={t('catalogue.from_publisher', { version: status.default_version })}
            description={status.default_url}
          />
          <Radio
            value="other"
            label={t('catalogue.another_address_or_file')}
            description={t('catalogue.a_url_or_the_name_of')}
          />
        </Stack>
      </Radio.Group>
      {kind === 'other' ? (
        <Stack gap="xs" w="100%" pl="lg">
          <TextInput
            label={t('catalogue.address_or_file_name')}
            spellCheck={false}
            {...form.getInputProps('source')}
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
