import { Modal, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { longestCondition } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';

/** Chooses a test that follows this one. */
export function InsertDialog({
  mission,
  test: { id, name },
  taken,
  onInsert,
  onClose,
}: {
  mission: Mission;
  test: { id: string; name: string };
  /** Tests that follow it already. */
  taken: ReadonlySet<string>;
  onInsert: (test: string, condition: string | null) => Promise<void>;
  onClose: () => void;
}) {
  const { form, drop } = useKeptForm({
    draft: `insert-after.${id}`,
    initialValues: { test: null as string | null, condition: '' },
    validate: { test: (test) => (test === null ? t('path.insert_missing') : null) },
  });
  const close = () => {
    drop();
    onClose();
  };
  const inserting = useMutation({
    mutationFn: ({ test, condition }: { test: string | null; condition: string }) =>
      onInsert(test ?? '', condition === '' ? null : condition),
    onSuccess: close,
  });
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  return (
    <Modal opened onClose={close} title={t('path.insert_title', { name: toVisibleText(name) })}>
      <Form
        form={form}
        saving={inserting}
        onSubmit={(values) => inserting.mutate(values)}
        buttons={
          <DialogButtons submit={t('path.insert_submit')} isSaving={inserting.isPending} onCancel={close} />
        }
      >
        <Select
          label={t('path.insert_test')}
          placeholder={t('path.add_hint')}
          nothingFoundMessage={t('path.no_such_test')}
          searchable
          openOnFocus={false}
          limit={100}
          data-autofocus
          data={tests
            .filter((test) => test.id !== id && !taken.has(test.id))
            .map((test) => ({ value: test.id, label: toVisibleText(test.name) }))}
          {...form.getInputProps('test')}
        />
        <TextInput
          label={t('path.condition')}
          placeholder={t('path.condition_hint')}
          maxLength={longestCondition}
          autoComplete="off"
          {...form.getInputProps('condition')}
        />
      </Form>
    </Modal>
  );
}
