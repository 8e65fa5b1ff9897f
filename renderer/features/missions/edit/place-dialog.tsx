import { Modal, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { placeTest } from '../../../api/missions/outlines.ts';
import { rich } from '../../../rich.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

/** Moves a test to the end of another scenario. */
export function PlaceDialog({
  mission,
  test: { id, name, scenario_id, position },
  onClose,
}: {
  mission: Mission;
  test: Pick<TestSummary, 'id' | 'name' | 'scenario_id' | 'position'>;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const test = { id, mission_id: mission.id };
  const { form, drop } = useKeptForm({
    draft: `mission-test-place.${id}`,
    initialValues: { scenario: null as string | null },
    validate: { scenario: (scenario) => (scenario === null ? t('mission_editor.choose_a_scenario') : null) },
  });
  const close = () => {
    drop();
    onClose();
  };
  const placing = useMutation({
    mutationFn: (scenario: string) => placeTest(queryClient, test, { scenario_id: scenario }),
    onSuccess: () => {
      close();
      offerUndo({
        what: <>{rich('mission_editor.name_moved', { name: <Name>{name}</Name> })}</>,
        undo: async () => {
          await placeTest(queryClient, test, { scenario_id, position });
          return [];
        },
      });
    },
  });
  const others = mission.scenarios.filter((scenario) => scenario.id !== scenario_id);
  return (
    <Modal opened onClose={close} title={t('mission_editor.move_to_another_scenario_2')}>
      <Form
        form={form}
        saving={placing}
        onSubmit={({ scenario }) => placing.mutate(scenario ?? '')}
        serverNames={{ scenario_id: 'scenario' }}
        buttons={
          <DialogButtons submit={t('mission_editor.move')} isSaving={placing.isPending} onCancel={close} />
        }
      >
        <Select
          label={t('shared.scenario')}
          description={t('mission_editor.the_test_is_put_at_its')}
          placeholder={
            others.length === 0
              ? t('mission_editor.the_mission_has_no_other_scenario')
              : t('mission_editor.choose_a_scenario')
          }
          searchable
          nothingFoundMessage={t('mission_editor.no_such_scenario')}
          data={others.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
          {...form.getInputProps('scenario')}
        />
      </Form>
    </Modal>
  );
}
