import { Modal, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestName } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Finding, Suggestion } from '../../../../server/missions/findings/contract.ts';
import { decideSuggestion } from '../../../api/missions/findings.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';
import { nameFinding, nameNumber } from './finding-words.ts';

type Props = { missionId: string; suggestion: Suggestion; onClose: () => void };

/** Chooses the finding into which a suggestion is merged. */
export function MergeDialog({
  missionId,
  suggestion,
  findings,
  onClose,
}: Props & { findings: readonly Finding[] }) {
  const queryClient = useQueryClient();
  const form = useForm<{ finding_id: string | null }>({
    initialValues: { finding_id: null },
    validate: { finding_id: (id) => (id === null ? t('findings.enter_finding') : null) },
  });
  const merging = useMutation({
    mutationFn: ({ finding_id }: { finding_id: string | null }) =>
      decideSuggestion(queryClient, missionId, {
        suggestion: suggestion.suggestion,
        ...(finding_id === null ? {} : { finding_id }),
      }),
    onSuccess: (_done, { finding_id }) => {
      const into = findings.find(({ id }) => id === finding_id);
      if (into !== undefined) {
        notifications.show({
          role: 'status',
          message: t('findings.merged', {
            finding: nameNumber(into),
            title: toVisibleText(suggestion.title),
          }),
        });
      }
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('findings.merge_title')} centered>
      <Form
        form={form}
        saving={merging}
        onSubmit={(values) => merging.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('findings.merge_confirm')}
            isSaving={merging.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">{t('findings.merge_hint', { title: toVisibleText(suggestion.title) })}</Text>
        <Select
          label={t('findings.finding')}
          openOnFocus={false}
          data={findings.map((finding) => ({
            value: finding.id,
            label: toVisibleText(nameFinding(finding)),
          }))}
          searchable
          data-autofocus
          nothingFoundMessage={t('findings.none_match')}
          {...form.getInputProps('finding_id')}
        />
      </Form>
    </Modal>
  );
}

/** Asks why a suggestion is dismissed; the reason is stored with it. */
export function DismissDialog({ missionId, suggestion, onClose }: Props) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: requireText(t('findings.enter_reason'), longestName) },
  });
  const dismissing = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      decideSuggestion(queryClient, missionId, { suggestion: suggestion.suggestion, reason }),
    onSuccess: () => {
      notifications.show({
        role: 'status',
        message: t('findings.dismissed', { title: toVisibleText(suggestion.title) }),
      });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('findings.dismiss_title')} centered>
      <Form
        form={form}
        saving={dismissing}
        onSubmit={(values) => dismissing.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('findings.dismiss_confirm')}
            isSaving={dismissing.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">{t('findings.dismiss_hint', { title: toVisibleText(suggestion.title) })}</Text>
        <TextInput
          label={t('findings.reason')}
          required
          withAsterisk
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Form>
    </Modal>
  );
}
