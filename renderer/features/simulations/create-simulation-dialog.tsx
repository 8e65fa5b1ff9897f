import { Modal, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { largestPage, longestName } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Simulation, SimulationTemplate } from '../../../server/simulations/contract.ts';
import { createSimulation, simulationTemplateList } from '../../api/engagements/simulations.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { toNullIfEmpty } from '../../ui/forms/or-null.ts';
import { longText, requireText } from '../../ui/forms/rules.ts';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { t } from '../../words.ts';
import { AttackFields, type AttackValues } from './attack-fields.tsx';

type Values = AttackValues & { template_id: string | null; name: string };
const empty: Values = {
  template_id: null,
  name: '',
  objective: '',
  command: '',
  techniques: [],
  tactic_ids: [],
};

/** Creates a simulation, either empty or from a template whose values can be edited first. */
export function CreateSimulationDialog({
  engagementId,
  onClose,
  onCreated,
}: {
  engagementId: string;
  onClose: () => void;
  /** The form waits for the returned promise. */
  onCreated: (simulation: Simulation) => unknown;
}) {
  const queryClient = useQueryClient();
  const templates = useQuery(simulationTemplateList({ limit: largestPage }));
  const { form, drop } = useKeptForm<Values>({
    draft: `new-simulation.${engagementId}`,
    initialValues: empty,
    validate: {
      name: requireText(t('simulations.give_the_simulation_a_name'), longestName),
      objective: longText,
      command: longText,
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const creating = useMutation({
    mutationFn: ({ techniques, objective, command, ...input }: Values) =>
      createSimulation(queryClient, engagementId, {
        ...input,
        objective: toNullIfEmpty(objective),
        command: toNullIfEmpty(command),
        techniques: techniques.map(({ id }) => ({ id })),
      }),
    onSuccess: (made) => {
      drop();
      return onCreated(made);
    },
  });
  const chooseTemplate = (id: string | null) => {
    const template = templates.data?.items.find((item) => item.id === id);
    form.setValues(template === undefined ? { template_id: null } : toValues(template));
  };
  return (
    <Modal opened onClose={close} title={t('simulations.new_simulation')} size="xl">
      <Form
        form={form}
        saving={creating}
        onSubmit={(values) => creating.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('simulations.create_simulation')}
            isSaving={creating.isPending}
            onCancel={close}
          />
        }
      >
        <Select
          label={t('shared.template')}
          description={t('simulations.its_words_are_copied_below_where')}
          placeholder={
            templates.data?.items.length === 0
              ? t('simulations.there_are_no_simulation_templates_yet')
              : t('simulations.none_from_scratch')
          }
          data={(templates.data?.items ?? []).map(({ id, name }) => ({
            value: id,
            label: toVisibleText(name),
          }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('simulations.no_template') }}
          nothingFoundMessage={
            templates.isPending ? t('simulations.loading_the_templates') : t('simulations.no_such_template')
          }
          value={form.values.template_id}
          onChange={chooseTemplate}
          error={form.errors.template_id}
        />
        <TextInput
          label={t('shared.name')}
          withAsterisk
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <AttackFields form={form} />
      </Form>
    </Modal>
  );
}

const toValues = (template: SimulationTemplate): Partial<Values> => ({
  template_id: template.id,
  name: template.name,
  objective: template.objective ?? '',
  command: template.command ?? '',
  techniques: template.techniques.map(({ id, name }) => ({ id, name })),
  tactic_ids: template.tactic_ids,
});
