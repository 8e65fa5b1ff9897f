import { Modal, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Engagement } from '../../../server/engagements/contract.ts';
import {
  changeEngagement,
  createEngagement,
  type EngagementInput,
  engagementKey,
  engagementListKey,
} from '../../api/engagements.ts';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { atMost, longText, needed, notBeforeStart } from '../../ui/rules.ts';
import { useKeptForm } from '../../ui/use-kept-form.ts';

type Values = Record<keyof EngagementInput, string>;

/** Makes an engagement, or changes one. */
export function EngagementDialog({
  engagement,
  onClose,
  onSaved,
}: {
  engagement: Engagement | null;
  onClose: () => void;
  onSaved: (engagement: Engagement) => void;
}) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm<Values>({
    draft: engagement === null ? 'new-engagement' : `engagement.${engagement.id}`,
    initialValues: {
      name: engagement?.name ?? '',
      client: engagement?.client ?? '',
      description: engagement?.description ?? '',
      start_date: engagement?.start_date ?? '',
      end_date: engagement?.end_date ?? '',
    },
    validate: {
      name: needed('Give the engagement a name', 200),
      client: atMost(200),
      description: longText,
      end_date: notBeforeStart,
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (values: Values) => {
      const input = {
        name: values.name,
        client: orNull(values.client),
        description: orNull(values.description),
        start_date: orNull(values.start_date),
        end_date: orNull(values.end_date),
      };
      return engagement === null ? createEngagement(input) : changeEngagement(engagement.id, input);
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(engagementKey(saved.id), saved);
      void queryClient.invalidateQueries({ queryKey: engagementListKey });
      drop();
      onSaved(saved);
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={engagement === null ? 'New engagement' : 'Edit engagement'}
      size="lg"
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <DialogButtons
            submit={engagement === null ? 'Create engagement' : 'Save'}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Name" withAsterisk required data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Client" {...form.getInputProps('client')} />
          <TextInput type="date" label="Start" {...form.getInputProps('start_date')} />
          <TextInput type="date" label="End" {...form.getInputProps('end_date')} />
        </SimpleGrid>
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('description')}
        />
      </Form>
    </Modal>
  );
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
