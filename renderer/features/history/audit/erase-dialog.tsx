import { Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Entry } from '../../../../server/history/contract.ts';
import { eraseEntry } from '../../../api/history.ts';
import { rich } from '../../../rich.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { listShownFields } from '../fold.ts';
import { describeEntry, nameField, nameVia } from '../words.ts';

const longestReason = 1000;

/** Confirms erasing the changes of an entry for good: with a reason, and its number typed in. */
export function EraseDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { seq } = entry;
  const { form, drop } = useKeptForm({
    draft: `erasure.${seq}`,
    initialValues: { reason: '', number: '' },
    validate: {
      reason: (reason) => {
        if (reason.trim() === '') return t('audit.give_the_reason');
        return reason.length > longestReason
          ? t('audit.at_most_longest_reason_characters', { longest_reason: longestReason })
          : null;
      },
      number: (number) => (number.trim() === String(seq) ? null : t('audit.type_seq', { seq })),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const erasing = useMutation({
    mutationFn: ({ reason }: { reason: string }) => eraseEntry(queryClient, { seq, reason: reason.trim() }),
    onSuccess: () => close(),
  });
  const fields = listShownFields(entry).map((field) => nameField(entry.object_type, field));
  return (
    <Modal opened onClose={close} title={t('audit.erase_entry', { seq })} size="lg">
      <Form
        form={form}
        saving={erasing}
        onSubmit={(values) => erasing.mutate(values)}
        buttons={
          <DialogButtons submit={t('audit.erase_for_good')} isSaving={erasing.isPending} onCancel={close} />
        }
      >
        <Stack gap={6}>
          <Text size="sm">
            {rich('audit.actor_entry_at_what_count_will', {
              actor: (
                <b>{entry.actor === null ? nameVia(entry.via) : <Name>{entry.actor.display_name}</Name>}</b>
              ),
              entry: describeEntry(entry),
              at: <Moment at={entry.at} />,
              count: fields.length,
              join: <b>{fields.join(', ')}</b>,
            })}
          </Text>
          <Text size="sm">{t('audit.the_entries_before_and_after_may')}</Text>
        </Stack>
        <Textarea
          label={t('audit.reason')}
          description={t('audit.it_is_recorded')}
          withAsterisk
          {...form.getInputProps('reason')}
        />
        <TextInput
          label={t('audit.type_seq_to_confirm', { seq })}
          withAsterisk
          {...form.getInputProps('number')}
        />
      </Form>
    </Modal>
  );
}
