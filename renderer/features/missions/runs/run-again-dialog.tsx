import { Modal, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type RunReason, runReasons } from '../../../../domain/runs.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';

/** Asks why one or several tests are retested. */
export function RunAgainDialog({
  draft,
  title,
  children,
  onRun,
  onClose,
}: {
  draft: string;
  title: string;
  children: string;
  onRun: (reason: RunReason) => Promise<unknown>;
  onClose: () => void;
}) {
  const { form, drop } = useKeptForm({ draft, initialValues: { reason: 'after_fix' as RunReason } });
  const close = () => {
    drop();
    onClose();
  };
  const running = useMutation({ mutationFn: onRun, onSuccess: close });
  return (
    <Modal opened onClose={close} title={title} centered>
      <Form
        form={form}
        saving={running}
        onSubmit={({ reason }) => running.mutate(reason)}
        buttons={<DialogButtons submit={t('runs.run_again')} isSaving={running.isPending} onCancel={close} />}
      >
        <Text size="sm">{children}</Text>
        <Radio.Group label={t('runs.why')} {...form.getInputProps('reason')}>
          <Stack gap={8} mt={4}>
            {runReasons.map((reason, index) => (
              <Radio
                key={reason}
                value={reason}
                label={t(`names.run_reason.${reason}`)}
                description={t(`runs.reason_hint.${reason}`)}
                data-autofocus={index === 1 || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Form>
    </Modal>
  );
}
