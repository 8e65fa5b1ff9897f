import { Modal, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { placeTest } from '../../../api/missions/outlines.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { Name } from '../../../ui/text/name.tsx';

/** Puts a test at the end of another scenario. */
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
    validate: { scenario: (scenario) => (scenario === null ? 'Choose a scenario' : null) },
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
        what: (
          <>
            <Name>{name}</Name> moved
          </>
        ),
        undo: async () => {
          await placeTest(queryClient, test, { scenario_id, position });
          return [];
        },
      });
    },
  });
  const others = mission.scenarios.filter((scenario) => scenario.id !== scenario_id);
  return (
    <Modal opened onClose={close} title="Move to another scenario">
      <Form
        form={form}
        saving={placing}
        onSubmit={({ scenario }) => placing.mutate(scenario ?? '')}
        serverNames={{ scenario_id: 'scenario' }}
        buttons={<DialogButtons submit="Move" isSaving={placing.isPending} onCancel={close} />}
      >
        <Select
          label="Scenario"
          description="The test is put at its end"
          placeholder={others.length === 0 ? 'The mission has no other scenario' : 'Choose a scenario'}
          searchable
          nothingFoundMessage="No such scenario"
          data={others.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
          {...form.getInputProps('scenario')}
        />
      </Form>
    </Modal>
  );
}
