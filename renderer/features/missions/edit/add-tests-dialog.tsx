import { Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { longestName } from '../../../../domain/limits.ts';
import { redRoles } from '../../../../domain/sides.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { NamedTag } from '../../../../server/catalogue/contract.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { addScenario, addTests, type NewTests, removeTest } from '../../../api/missions/outlines.ts';
import { CatalogTagPicker } from '../../../ui/catalogue/catalog-tag-picker.tsx';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { atMost } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { eachTest } from '../each-test.ts';
import { LibraryField } from './library-field.tsx';
import { TasksField } from './tasks-field.tsx';

const newScenario = 'new';

type Source = 'hand' | 'library' | 'tasks';
type Values = {
  source: Source;
  /** Id of the scenario, or `new`. */
  scenario: string;
  scenarioName: string;
  name: string;
  techniques: NamedTag[];
  templates: string[];
  engagement: string | null;
  tasks: string[];
};

/** Adds tests to a mission: a single one by hand, from the library, or from tasks of a C2 framework. */
export function AddTestsDialog({
  mission,
  scenarioId,
  onClose,
  onWritten,
}: {
  mission: Mission;
  /** Default scenario for new tests. */
  scenarioId: string | null;
  onClose: () => void;
  /** Opens a test written by hand; without this, the dialog closes. */
  onWritten?: (testId: string) => unknown;
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { role, permissions } = useUser();
  const sources: Source[] = ['hand'];
  if (permissions.includes('test_template.read')) sources.push('library');
  if (redRoles.includes(role)) sources.push('tasks');
  const { form, drop } = useKeptForm<Values>({
    draft: `mission-add-tests.${mission.id}`,
    initialValues: {
      source: 'hand',
      scenario: scenarioId ?? mission.scenarios.at(-1)?.id ?? newScenario,
      scenarioName: '',
      name: '',
      techniques: [],
      templates: [],
      engagement: null,
      tasks: [],
    },
    validate: {
      scenarioName: (name, { scenario }) =>
        scenario === newScenario && name.trim() === ''
          ? t('mission_editor.give_the_scenario_a_name')
          : atMost(longestName)(name.trim()),
      name: (name, { source }) =>
        source === 'hand' && name.trim() === ''
          ? t('mission_editor.give_the_test_a_name')
          : atMost(longestName)(name.trim()),
      templates: (ids, { source }) =>
        source === 'library' && ids.length === 0 ? t('mission_editor.pick_at_least_one_template') : null,
      engagement: (id, { source }) =>
        source === 'tasks' && id === null ? t('mission_editor.choose_an_engagement') : null,
      tasks: (ids, { source, engagement }) =>
        source === 'tasks' && engagement !== null && ids.length === 0
          ? t('mission_editor.pick_at_least_one_task')
          : null,
    },
  });
  const { values, errors } = form;
  const close = () => {
    drop();
    onClose();
  };
  const adding = useMutation({
    mutationFn: async (wanted: Values) => {
      let scenario = wanted.scenario;
      if (scenario === newScenario) {
        const { scenarios } = await addScenario(queryClient, mission.id, { name: wanted.scenarioName });
        scenario = scenarios.at(-1)?.id ?? newScenario;
        // If the tests are refused, a retry does not create a second scenario.
        form.setFieldValue('scenario', scenario);
      }
      return addTests(queryClient, mission.id, scenario, toNewTests(wanted));
    },
    onSuccess: (tests, { source }) => {
      const [written] = source === 'hand' ? tests : [];
      if (written === undefined || onWritten === undefined) close();
      else {
        drop();
        onWritten(written.id);
      }
      offerUndo({
        what:
          tests.length === 1
            ? t('mission_editor.one_test_added')
            : t('mission_editor.count_tests_added', { count: tests.length }),
        undo: async () => {
          // Leaves the page of the test, which is about to be removed.
          if (written !== undefined && window.location.pathname.includes(written.id))
            await navigate(`/missions/${mission.id}`);
          return eachTest(queryClient, mission.id, tests, ({ id }) =>
            removeTest(queryClient, { id, mission_id: mission.id }),
          );
        },
      });
    },
  });
  return (
    <Modal opened onClose={close} title={t('mission_editor.add_tests_2')} size="lg">
      <Form
        form={form}
        saving={adding}
        onSubmit={(wanted) => adding.mutate(wanted)}
        serverNames={{
          test_template_ids: 'templates',
          engagement_id: 'engagement',
          task_external_ids: 'tasks',
          catalog_tags: 'techniques',
        }}
        shown={shownFields[values.source]}
        buttons={<DialogButtons submit={t('shared.add')} isSaving={adding.isPending} onCancel={close} />}
      >
        {sources.length > 1 ? (
          <SegmentedControl
            aria-label={t('mission_editor.where_the_tests_come_from')}
            fullWidth
            data={sources.map((source) => ({ value: source, label: t(`mission_editor.source.${source}`) }))}
            value={values.source}
            onChange={(source) => form.setFieldValue('source', source as Source)}
          />
        ) : null}
        {values.source === 'hand' ? (
          <TextInput
            label={t('mission_editor.name_of_the_test')}
            description={t('mission_editor.what_it_says_besides_is_written')}
            withAsterisk
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
        ) : null}
        {values.source === 'hand' ? (
          <CatalogTagPicker
            label={t('shared.technique')}
            value={values.techniques}
            onChange={(techniques) => form.setFieldValue('techniques', techniques)}
            error={errors.techniques}
          />
        ) : null}
        {values.source === 'library' ? (
          <LibraryField
            value={values.templates}
            onChange={(templates) => form.setFieldValue('templates', templates)}
            error={errors.templates}
          />
        ) : null}
        {values.source === 'tasks' ? (
          <TasksField
            value={values}
            onChange={({ engagement, tasks }) => form.setValues({ engagement, tasks: [...tasks] })}
            errors={{ engagement: errors.engagement, tasks: errors.tasks }}
          />
        ) : null}
        <Select
          label={t('shared.scenario')}
          allowDeselect={false}
          data={[
            ...mission.scenarios.map(({ id, name }) => ({ value: id, label: toVisibleText(name) })),
            { value: newScenario, label: t('mission_editor.a_new_scenario') },
          ]}
          {...form.getInputProps('scenario')}
        />
        {values.scenario === newScenario ? (
          <TextInput
            label={t('mission_editor.name_of_the_scenario')}
            withAsterisk
            required
            {...form.getInputProps('scenarioName')}
          />
        ) : null}
      </Form>
    </Modal>
  );
}

const shownFields: Record<Source, readonly (keyof Values)[]> = {
  hand: ['name', 'techniques', 'scenario', 'scenarioName'],
  library: ['templates', 'scenario', 'scenarioName'],
  tasks: ['engagement', 'tasks', 'scenario', 'scenarioName'],
};

function toNewTests({ source, name, techniques, templates, engagement, tasks }: Values): NewTests {
  if (source === 'library') return { test_template_ids: templates };
  if (source === 'tasks') return { engagement_id: engagement ?? '', task_external_ids: tasks };
  return { name, catalog_tags: techniques };
}
