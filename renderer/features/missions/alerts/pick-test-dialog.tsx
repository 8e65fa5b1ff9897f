import { Modal, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { t } from '../../../words.ts';

/** Chooses the test that an alert or a sighting belongs to. */
export function PickTestDialog({
  mission,
  title = t('alerts.pick_title'),
  submit = t('alerts.accept'),
  onPick,
  onClose,
}: {
  mission: Mission;
  title?: string;
  submit?: string;
  onPick: (testId: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm<{ test_id: string | null }>({
    initialValues: { test_id: null },
    validate: { test_id: (id) => (id === null ? t('alerts.pick_missing') : null) },
  });
  const picking = useMutation({
    mutationFn: ({ test_id }: { test_id: string | null }) => onPick(test_id as string),
    onSuccess: onClose,
  });
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Form
        form={form}
        saving={picking}
        onSubmit={(values) => picking.mutate(values)}
        buttons={<DialogButtons submit={submit} isSaving={picking.isPending} onCancel={onClose} />}
      >
        <Select
          label={t('alerts.pick_test')}
          data={tests.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
          searchable
          openOnFocus={false}
          limit={100}
          data-autofocus
          {...form.getInputProps('test_id')}
        />
      </Form>
    </Modal>
  );
}
