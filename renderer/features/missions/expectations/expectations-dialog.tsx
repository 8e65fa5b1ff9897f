import { Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Expectation } from '../../../../domain/expectations.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { replaceExpectations } from '../../../api/missions/mission-tests.ts';
import { toolsOf } from '../../../api/organisations.ts';
import { ExpectationFields } from '../../../ui/expectations/expectation-fields.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';

type Props = { test: MissionTest; organisationId: string | null; onClose: () => void };

/** Sets the expectations of a test; its template stays unchanged. */
export function ExpectationsDialog({ test, organisationId, onClose }: Props) {
  const queryClient = useQueryClient();
  const known = useQuery(toolsOf(organisationId));
  const { form, drop } = useKeptForm<{ expectations: Expectation[] }>({
    draft: `expectations.${test.id}`,
    initialValues: {
      expectations: test.expectations.map(({ tools: _tools, met: _met, parts: _parts, ...rest }) => rest),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (expectations: readonly Expectation[]) =>
      replaceExpectations(queryClient, test.mission_id, test.id, expectations),
    onSuccess: close,
  });
  // Tools of the mission's former organisation stay until they are removed.
  const named = test.expectations.flatMap(({ tools }) => tools);
  const offered = (known.data ?? []).filter(
    ({ id, retired }) => !retired || named.some((one) => one.id === id),
  );
  const tools = new Map([...offered, ...named].map(({ id, name }) => [id, { id, name }]));
  return (
    <Modal opened onClose={close} title={t('mission_editor.what_should_be_seen')} size="xl">
      <Form
        form={form}
        saving={saving}
        onSubmit={({ expectations }) => saving.mutate(expectations)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <ExpectationFields
          label={t('mission_editor.expected_of_this_test')}
          description={t('mission_editor.press_a_choice_again_to_take')}
          value={form.values.expectations}
          onChange={(expectations) => form.setFieldValue('expectations', expectations)}
          error={form.errors.expectations}
          tools={[...tools.values()]}
        />
      </Form>
    </Modal>
  );
}
