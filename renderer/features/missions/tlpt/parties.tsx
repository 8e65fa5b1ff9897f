import { Button, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { longestNote } from '../../../../domain/limits.ts';
import { type TlptText, tlptTexts } from '../../../../domain/tlpt.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { changeTlpt } from '../../../api/missions/tlpt.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import styles from './tlpt.module.css';

/** Several people, a line each. */
const ofSeveral: readonly TlptText[] = ['test_managers', 'control_team'];

/** Code name and parties. */
export function Parties({ tlpt, onEdit }: { tlpt: Tlpt; onEdit: (() => void) | null }) {
  const heading = useId();
  const said = tlptTexts.filter((field) => tlpt[field] !== null);
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.head}>
        <h2 id={heading}>{t('tlpt.parties')}</h2>
        {onEdit === null ? null : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={onEdit}
          >
            {t('tlpt.edit_parties')}
          </Button>
        )}
      </div>
      {said.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('tlpt.no_parties')}
        </Text>
      ) : (
        <dl className={styles.pairs}>
          {said.map((field) => (
            <div key={field}>
              <dt>{t(`tlpt_fields.field.${field}`)}</dt>
              <dd>{toVisibleText(tlpt[field] ?? '')}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

type Values = Record<TlptText, string>;

export function PartiesDialog({ tlpt, onClose }: { tlpt: Tlpt; onClose: () => void }) {
  const queryClient = useQueryClient();
  const fits = atMost(longestNote);
  const { form, drop, changes } = useKeptForm<Values>({
    draft: `tlpt-parties.${tlpt.id}`,
    initialValues: Object.fromEntries(tlptTexts.map((field) => [field, tlpt[field] ?? ''])) as Values,
    validate: Object.fromEntries(tlptTexts.map((field) => [field, fits])),
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: () =>
      changeTlpt(
        queryClient,
        tlpt.id,
        Object.fromEntries(Object.entries(changes).map(([field, text]) => [field, toNullIfEmpty(text)])),
      ),
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('tlpt.edit_parties')} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={() => saving.mutate()}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        {tlptTexts.map((field) =>
          ofSeveral.includes(field) ? (
            <Textarea
              key={field}
              label={t(`tlpt_fields.field.${field}`)}
              description={t('tlpt.one_per_line')}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps(field)}
            />
          ) : (
            <TextInput key={field} label={t(`tlpt_fields.field.${field}`)} {...form.getInputProps(field)} />
          ),
        )}
      </Form>
    </Modal>
  );
}
