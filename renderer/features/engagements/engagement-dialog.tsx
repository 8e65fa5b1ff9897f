import { Alert, Button, Group, Modal, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Engagement } from '../../../server/engagements/contract.ts';
import {
  changeEngagement,
  createEngagement,
  type EngagementInput,
  engagementKey,
  engagementListKey,
} from '../../api/engagements.ts';
import { fieldErrors } from '../../ui/form-errors.ts';
import { useDraft } from '../../ui/use-draft.ts';

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
  const draft = useDraft<Values>(engagement === null ? 'new-engagement' : `engagement.${engagement.id}`);
  const form = useForm<Values>({
    initialValues: draft.restored ?? {
      name: engagement?.name ?? '',
      client: engagement?.client ?? '',
      description: engagement?.description ?? '',
      start_date: engagement?.start_date ?? '',
      end_date: engagement?.end_date ?? '',
    },
    validate: {
      name: (value) => {
        if (value.trim() === '') return 'Give the engagement a name';
        return value.trim().length > 200 ? 'At most 200 characters' : null;
      },
      client: (value) => (value.trim().length > 200 ? 'At most 200 characters' : null),
      end_date: (value, { start_date }) =>
        value !== '' && start_date !== '' && value < start_date ? 'The end is before the start' : null,
    },
    onValuesChange: draft.keep,
  });
  const close = () => {
    draft.drop();
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
      draft.drop();
      onSaved(saved);
    },
    onError: (error) => form.setErrors(fieldErrors(error, Object.keys(form.values)) ?? {}),
  });
  return (
    <Modal
      opened
      onClose={close}
      title={engagement === null ? 'New engagement' : 'Edit engagement'}
      size="lg"
    >
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
        <Stack gap="sm">
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
          {saving.isError && Object.keys(form.errors).length === 0 ? (
            <Alert color="red" role="alert">
              {saving.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {engagement === null ? 'Create engagement' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
