import { Modal, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type NotOursReason, notOursReasons } from '../../../../domain/sightings.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { t } from '../../../words.ts';

/** Asks what a sighting was that belongs to no test. */
export function NotOursDialog({
  onRefuse,
  onClose,
}: {
  onRefuse: (reason: NotOursReason) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm<{ reason: NotOursReason }>({ initialValues: { reason: 'benign' } });
  const refusing = useMutation({
    mutationFn: ({ reason }: { reason: NotOursReason }) => onRefuse(reason),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('sightings.not_ours_title')} centered>
      <Form
        form={form}
        saving={refusing}
        onSubmit={(values) => refusing.mutate(values)}
        noteTitle={t('sightings.not_done')}
        buttons={
          <DialogButtons
            submit={t('sightings.not_ours_title')}
            isSaving={refusing.isPending}
            onCancel={onClose}
          />
        }
      >
        <Radio.Group label={t('sightings.not_ours_reason')} {...form.getInputProps('reason')}>
          <Stack gap={6} mt={6}>
            {notOursReasons.map((reason, index) => (
              <Radio
                key={reason}
                value={reason}
                label={t(`sighting_fields.reason.${reason}`)}
                data-autofocus={index === 0 || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Form>
    </Modal>
  );
}
