import { Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Entry } from '../../../../server/history/contract.ts';
import { eraseEntry } from '../../../api/history.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { listShownFields } from '../fold.ts';
import { describeDeed, nameField, nameVia } from '../words.ts';

const longestReason = 1000;

/** Asks before what an entry says was changed is erased for good: for a reason, and with its number typed. */
export function EraseDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { seq } = entry;
  const { form, drop } = useKeptForm({
    draft: `erasure.${seq}`,
    initialValues: { reason: '', number: '' },
    validate: {
      reason: (reason) => {
        if (reason.trim() === '') return 'Give the reason';
        return reason.length > longestReason ? `At most ${longestReason} characters` : null;
      },
      number: (number) => (number.trim() === String(seq) ? null : `Type ${seq}`),
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
    <Modal opened onClose={close} title={`Erase what entry ${seq} says was changed?`} size="lg">
      <Form
        form={form}
        saving={erasing}
        onSubmit={(values) => erasing.mutate(values)}
        buttons={<DialogButtons submit="Erase for good" isSaving={erasing.isPending} onCancel={close} />}
      >
        <Stack gap={6}>
          <Text size="sm">
            <b>{entry.actor === null ? nameVia(entry.via) : <Name>{entry.actor.display_name}</Name>}</b>{' '}
            {describeDeed(entry)} (<Moment at={entry.at} />
            ). What {fields.length === 1 ? 'this field was and became' : 'these fields were and became'} will
            be gone for good: <b>{fields.join(', ')}</b>. That it happened stays, and the chain stays whole.
            Long texts before this entry may no longer be told.
          </Text>
          <Text size="sm">
            The entries before and after may say the same again, and backups made before still hold it. The
            field itself stays as it is.
          </Text>
        </Stack>
        <Textarea
          label="Reason"
          description="It is recorded."
          withAsterisk
          {...form.getInputProps('reason')}
        />
        <TextInput label={`Type ${seq} to confirm`} withAsterisk {...form.getInputProps('number')} />
      </Form>
    </Modal>
  );
}
