import { Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Mission } from '../../../../server/missions/contract.ts';
import { appendScenarios } from '../../../api/missions/missions.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { ScenarioPicker } from '../library/scenario-picker.tsx';
import type { Picked } from '../library/template-picker.tsx';

type Props = { mission: Mission; onClose: () => void };

export function AppendDialog({ mission, onClose }: Props) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm({
    draft: `mission-append.${mission.id}`,
    initialValues: { scenarios: [] as Picked[] },
    validate: {
      scenarios: (picked) => (picked.length === 0 ? t('mission_editor.pick_at_least_one_scenario') : null),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const appending = useMutation({
    mutationFn: (picked: readonly Picked[]) =>
      appendScenarios(
        queryClient,
        mission.id,
        picked.map(({ id }) => id),
      ),
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('mission_editor.append_scenarios')} size="xl">
      <Form
        form={form}
        saving={appending}
        onSubmit={({ scenarios }) => appending.mutate(scenarios)}
        serverNames={{ scenario_template_ids: 'scenarios' }}
        buttons={
          <DialogButtons
            submit={t('mission_editor.append')}
            isSaving={appending.isPending}
            onCancel={close}
          />
        }
      >
        <Text size="sm" c="dimmed">
          {t('mission_editor.copies_of_the_tests_are_added')}
        </Text>
        <ScenarioPicker
          label={t('shared.scenarios')}
          value={form.values.scenarios}
          onChange={(picked) => form.setFieldValue('scenarios', picked)}
          error={form.errors.scenarios}
        />
      </Form>
    </Modal>
  );
}
