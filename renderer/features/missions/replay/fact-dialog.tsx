import { Modal, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestNote } from '../../../../domain/limits.ts';
import { type FactKind, type FactResult, factKinds, factResults } from '../../../../domain/outcomes.ts';
import type { ReplayStep } from '../../../../server/missions/replay/contract.ts';
import { addFact } from '../../../api/missions/facts.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';

type Values = { kind: FactKind; result: FactResult; note: string };

/** Makes a detection of an answer of the room. */
export function FactDialog({
  missionId,
  step,
  onClose,
}: {
  missionId: string;
  step: ReplayStep;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: { kind: 'detected', result: 'yes', note: step.seen ?? '' },
    validate: { note: atMost(longestNote) },
  });
  const adding = useMutation({
    mutationFn: ({ note, ...values }: Values) =>
      addFact(
        queryClient,
        { missionId, testId: step.id },
        { ...values, at: null, note: toNullIfEmpty(note) },
      ),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('mission_replay.fact_title')} centered>
      <Form
        form={form}
        saving={adding}
        onSubmit={(values) => adding.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('mission_replay.fact_add')}
            isSaving={adding.isPending}
            onCancel={onClose}
          />
        }
      >
        <NativeSelect
          label={t('mission_replay.fact_kind')}
          data={factKinds.map((value) => ({ value, label: t(`names.fact_kind.${value}`) }))}
          data-autofocus
          {...form.getInputProps('kind')}
        />
        <NativeSelect
          label={t('mission_replay.fact_result')}
          data={factResults.map((value) => ({ value, label: t(`names.fact_result.${value}`) }))}
          {...form.getInputProps('result')}
        />
        <MarkdownArea label={t('mission_replay.fact_note')} minRows={2} {...form.getInputProps('note')} />
      </Form>
    </Modal>
  );
}
