import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { longestName } from '../../../../domain/limits.ts';
import { type SightingKind, sightingKinds } from '../../../../domain/sightings.ts';
import { addSighting } from '../../../api/missions/sightings.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';
import { MomentInput, useMoments } from './moment-input.tsx';
import { readItems } from './sighting-words.ts';
import styles from './sightings.module.css';

type Values = { title: string; kind: SightingKind; host: string; at: string };

/** Writes down a sighting in one line: of now, unless a time is typed. The focus stays for the next one. */
export function QuickEntry({
  missionId,
  title,
  onDetails,
}: {
  missionId: string;
  /** The field of the title, for the key of the page. */
  title: RefObject<HTMLInputElement | null>;
  onDetails: () => void;
}) {
  const queryClient = useQueryClient();
  const moments = useMoments();
  const form = useForm<Values>({
    initialValues: { title: '', kind: 'alert', host: '', at: '' },
    validate: {
      title: requireText(t('sightings.enter_title'), longestName),
      at: (text) => (text.trim() !== '' && moments.read(text) === null ? t('sightings.wrong_time') : null),
    },
  });
  const adding = useMutation({
    mutationFn: ({ at, host, ...values }: Values) => {
      const time = at.trim() === '' ? null : moments.read(at);
      return addSighting(queryClient, missionId, {
        ...values,
        hosts: readItems(host),
        ...(time !== null && { at: time }),
      });
    },
    onSuccess: (_made, { kind }) => {
      form.setValues({ title: '', kind, host: '', at: '' });
      title.current?.focus();
    },
  });
  return (
    <Form
      form={form}
      saving={adding}
      label={t('sightings.quick')}
      serverNames={{ hosts: 'host' }}
      onSubmit={(values) => adding.mutate(values)}
      noteTitle={t('sightings.not_saved')}
      buttons={
        <div className={styles.actions}>
          <Button type="submit" size="sm" loading={adding.isPending}>
            {t('sightings.add')}
          </Button>
          <Button variant="default" size="sm" onClick={onDetails}>
            {t('sightings.add_all')}
          </Button>
        </div>
      }
    >
      <div className={styles.quick}>
        <TextInput
          ref={title}
          className={styles.wide as string}
          label={t('sightings.quick_title')}
          {...form.getInputProps('title')}
        />
        <NativeSelect
          label={t('sightings.field.kind')}
          data={sightingKinds.map((value) => ({ value, label: t(`sighting_fields.kind.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <TextInput label={t('sightings.quick_host')} {...form.getInputProps('host')} />
        <MomentInput
          label={t('sightings.quick_when')}
          {...form.getInputProps('at')}
          placeholder={t('tests.now')}
        />
      </div>
    </Form>
  );
}
