import { Button, ColorInput, FileInput, Group, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { colourPattern } from '../../../domain/fields.ts';
import { largestLogo } from '../../../domain/limits.ts';
import type { Brand } from '../../../server/organisations/brand/contract.ts';
import type { Organisation } from '../../../server/organisations/contract.ts';
import { brandOf, setBrand } from '../../api/organisations.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { t } from '../../words.ts';
import styles from './brand-dialog.module.css';

/** Sets the logo and the colour of an organisation's reports. */
export function BrandDialog({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const brand = useQuery(brandOf(organisation.id));
  return (
    <Modal opened onClose={onClose} title={t('organisations.logo_and_colour_of_reports')}>
      {brand.data !== undefined ? (
        <BrandForm organisationId={organisation.id} brand={brand.data} onClose={onClose} />
      ) : brand.error ? (
        <ProblemNote error={brand.error} what={t('organisations.logo')} onRetry={() => brand.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Modal>
  );
}

function BrandForm({
  organisationId,
  brand,
  onClose,
}: {
  organisationId: string;
  brand: Brand;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const form = useForm({
    initialValues: { logo: brand.logo, accent: brand.accent ?? '' },
    validate: {
      accent: (typed) =>
        typed === '' || colourPattern.test(typed) ? null : t('organisations.write_it_as_rrggbb_as_in'),
    },
  });
  const saving = useMutation({
    mutationFn: ({ logo, accent }: typeof form.values) =>
      setBrand(queryClient, organisationId, { logo, accent: accent || null }),
    onSuccess: onClose,
  });
  const pick = async (picked: File | null) => {
    const isTooLarge = picked !== null && picked.size > largestLogo;
    setFile(isTooLarge ? null : picked);
    form.clearFieldError('logo');
    if (picked === null) return form.setFieldValue('logo', null);
    if (isTooLarge) {
      return form.setFieldError(
        'logo',
        t('organisations.choose_a_picture_of_at_most', { largest_logo: largestLogo / 1024 }),
      );
    }
    form.setFieldValue('logo', await readAddress(picked));
  };
  return (
    <Form
      form={form}
      saving={saving}
      onSubmit={(values) => saving.mutate(values)}
      buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={onClose} />}
    >
      <FileInput
        label={t('organisations.logo_2')}
        description={t('organisations.a_png_or_jpeg_of_at', { largest_logo: largestLogo / 1024 })}
        placeholder={
          form.values.logo === null
            ? t('organisations.choose_a_picture')
            : t('organisations.choose_another_picture')
        }
        accept="image/png,image/jpeg"
        leftSection={<IconPhoto size={16} aria-hidden />}
        value={file}
        onChange={pick}
        error={form.errors.logo}
      />
      {form.values.logo === null ? null : (
        <Group justify="space-between" align="flex-end" wrap="nowrap">
          <img
            className={styles.logo}
            src={form.values.logo}
            alt={t('organisations.the_logo_as_it_is_chosen')}
          />
          <Button variant="default" onClick={() => pick(null)}>
            {t('organisations.take_the_logo_away')}
          </Button>
        </Group>
      )}
      <ColorInput
        label={t('organisations.colour')}
        description={t('organisations.of_headings_and_lines_without_one')}
        placeholder={t('organisations.rrggbb')}
        format="hex"
        withEyeDropper={false}
        {...form.getInputProps('accent')}
      />
    </Form>
  );
}

/** The bytes as a data URL, with a type independent of the file name. */
async function readAddress(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${type};base64,${btoa(text)}`;
}
