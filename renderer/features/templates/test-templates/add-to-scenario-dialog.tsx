import { Modal, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TestTemplate } from '../../../../server/templates/contract.ts';
import {
  appendToScenario,
  scenarioTemplateList,
  takeFromScenario,
} from '../../../api/catalogue/templates.ts';
import { rich } from '../../../rich.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

type Scenario = { id: string; name: string };

/** Appends the selected templates to a scenario template, in list order. */
export function AddToScenarioDialog({
  templates: selected,
  onDone,
  onClose,
}: {
  templates: readonly TestTemplate[];
  onDone: () => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  // They may disappear from the list during the write.
  const [templates] = useState(selected);
  const { form, drop } = useKeptForm({
    draft: 'test-templates-to-scenario',
    initialValues: { scenario: null as Scenario | null },
    validate: {
      scenario: (scenario) => (scenario === null ? t('templates.choose_a_scenario_template') : null),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const ids = templates.map(({ id }) => id);
  const adding = useMutation({
    mutationFn: ({ id }: Scenario) => appendToScenario(queryClient, id, ids),
    onSuccess: (_done, { id, name }) => {
      close();
      onDone();
      offerUndo({
        what: <>{rich('templates.added_to_name', { count: ids.length, name: <Name>{name}</Name> })}</>,
        undo: async () => {
          await takeFromScenario(queryClient, id, ids);
          return [];
        },
      });
    },
  });
  const { scenario } = form.values;
  const [text, setText] = useState('');
  const typed = scenario !== null && text === toVisibleText(scenario.name) ? '' : text.trim();
  const [q] = useDebouncedValue(typed, 200);
  const list = useQuery(scenarioTemplateList({ q, sort: 'name', limit: 50 }));
  const found: Scenario[] = list.data?.items ?? [];
  const offered =
    scenario === null || found.some(({ id }) => id === scenario.id) ? found : [scenario, ...found];
  return (
    <Modal opened onClose={close} title={t('templates.add_to_a_scenario', { count: ids.length })}>
      <Form
        form={form}
        saving={adding}
        onSubmit={(values) => values.scenario && adding.mutate(values.scenario)}
        serverNames={{ test_template_ids: 'scenario' }}
        buttons={<DialogButtons submit={t('shared.add')} isSaving={adding.isPending} onCancel={close} />}
      >
        <Select
          label={t('templates.scenario_template')}
          description={t('templates.they_are_put_at_its_end')}
          placeholder={t('templates.choose_a_scenario_template')}
          data-autofocus
          // Keeps the buttons visible.
          openOnFocus={false}
          searchable
          searchValue={text}
          onSearchChange={setText}
          filter={({ options }) => options}
          nothingFoundMessage={
            list.isFetching ? t('shared.searching') : t('templates.no_such_scenario_template')
          }
          data={offered.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
          value={scenario?.id ?? null}
          onChange={(id) => form.setFieldValue('scenario', offered.find((one) => one.id === id) ?? null)}
          error={list.error?.message ?? form.errors.scenario}
        />
      </Form>
    </Modal>
  );
}
