import { Modal, Tabs, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type MissionVisibility, seesEveryMission } from '../../../domain/missions.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { NamedThreat } from '../../../server/catalogue/threats/contract.ts';
import type { MemberInput, Mission } from '../../../server/missions/contract.ts';
import type { PlannedTest } from '../../../server/missions/plans/planned/contract.ts';
import { useUser } from '../../api/connection/session.ts';
import { createMission } from '../../api/missions/missions.ts';
import {
  ExerciseFields,
  type ExerciseValues,
  makeExerciseRules,
  toExerciseInput,
  toExerciseValues,
} from '../../ui/forms/exercise-fields.tsx';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { formatList, t } from '../../words.ts';
import { VisibilityField } from './hiding/visibility-field.tsx';
import { ScenarioPicker } from './library/scenario-picker.tsx';
import type { Picked } from './library/template-picker.tsx';
import { TestPicker } from './library/test-picker.tsx';
import { MembersField } from './members/members-field.tsx';
import { useNewMission } from './use-new-mission.ts';

type Values = ExerciseValues & {
  scenarios: Picked[];
  tests: Picked[];
  members: MemberInput[];
  visibility: MissionVisibility;
};

/** `draft` is the key of the typed text among this person's saved texts. */
type Beginning = { draft: string; name: string; threats: NamedThreat[]; tests: Picked[] };

/** Creates a mission from scenarios, from single tests, or empty; the creator leads it by default. */
export function CreateMissionDialog({
  begin = null,
  onClose,
  onCreated,
}: {
  /** Initial values of the form, unless it is empty. */
  begin?: Beginning | null;
  onClose: () => void;
  /** The form waits for the returned promise. */
  onCreated: (mission: Mission) => unknown;
}) {
  const queryClient = useQueryClient();
  const me = useUser();
  const [tab, setTab] = useState<string | null>(begin === null ? 'scenarios' : 'tests');
  const lead = { user_id: me.id, role_hint: 'lead' } as const;
  const { form, close, making } = useNewMission<Values>({
    draft: begin?.draft ?? 'new-mission',
    initialValues: {
      ...toExerciseValues(null),
      name: begin?.name ?? '',
      scenarios: [],
      tests: begin?.tests ?? [],
      members: [lead],
      visibility: 'open',
    },
    validate: makeExerciseRules('mission'),
    make: ({ scenarios, tests, members, visibility, ...values }) =>
      createMission(queryClient, {
        ...toExerciseInput(values),
        scenario_template_ids: scenarios.map(({ id }) => id),
        test_template_ids: [],
        tests: tests.map(toPlanned),
        threats: begin?.threats ?? [],
        members,
        visibility,
      }),
    onClose,
    onMade: onCreated,
  });
  const { scenarios, tests, members } = form.values;
  const isOut = !seesEveryMission(me.role) && !members.some(({ user_id }) => user_id === me.id);
  return (
    <Modal opened onClose={close} title={t('missions.new_mission')} size="xl">
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        shown={[
          'name',
          'client',
          'start_date',
          'end_date',
          'description',
          'members',
          'visibility',
          tab === 'tests' ? 'tests' : 'scenarios',
        ]}
        serverNames={{ scenario_template_ids: 'scenarios' }}
        buttons={
          <DialogButtons submit={t('missions.create_mission')} isSaving={making.isPending} onCancel={close} />
        }
      >
        <ExerciseFields propsOf={form.getInputProps} markdown rows={[2, 6]} />
        {begin === null || begin.threats.length === 0 ? null : (
          <Text size="sm">
            {t('missions.planned_from', { threats: formatList(begin.threats.map(describeThreat)) })}
          </Text>
        )}
        <div>
          <Tabs value={tab} onChange={setTab} variant="outline" keepMounted={false}>
            <Tabs.List mb="xs">
              <Tabs.Tab value="scenarios">
                {t('missions.scenarios_scenarios', { scenarios: toCount(scenarios) })}
              </Tabs.Tab>
              <Tabs.Tab value="tests">{t('missions.single_tests_tests', { tests: toCount(tests) })}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="scenarios">
              <ScenarioPicker
                value={scenarios}
                onChange={(picked) => form.setFieldValue('scenarios', picked)}
                error={form.errors.scenarios}
              />
            </Tabs.Panel>
            <Tabs.Panel value="tests">
              <TestPicker
                value={tests}
                onChange={(picked) => form.setFieldValue('tests', picked)}
                error={form.errors.tests}
              />
            </Tabs.Panel>
          </Tabs>
          <Text size="xs" c="dimmed" mt={6} role="status">
            {describeContents(scenarios, tests)}
          </Text>
        </div>
        <MembersField
          value={members}
          onChange={(chosen) => form.setFieldValue('members', chosen)}
          known={[{ user: me, role_hint: 'lead' }]}
          error={form.errors.members}
        />
        <VisibilityField {...form.getInputProps('visibility')} />
        {isOut ? (
          <Text size="xs" c="dimmed">
            {t('missions.whoever_makes_a_mission_is_a')}
          </Text>
        ) : null}
      </Form>
    </Modal>
  );
}

const describeThreat = ({ external_id, name }: NamedThreat) => `${toVisibleText(name)} (${external_id})`;

function toPlanned({ id, name, blank, reason: given, rules: expected = [] }: Picked): PlannedTest {
  const reason = given ?? null;
  const rules = [...expected];
  return blank === undefined
    ? { test_template_id: id, reason, rules }
    : { name, catalog_tags: [{ kind: blank.kind, external_id: blank.external_id }], reason, rules };
}

const toCount = (picked: readonly Picked[]) => (picked.length === 0 ? '' : ` (${picked.length})`);

function describeContents(scenarios: readonly Picked[], tests: readonly Picked[]): string {
  const count = [...scenarios, ...tests].reduce((sum, picked) => sum + picked.tests, 0);
  if (scenarios.length + tests.length === 0) return t('missions.without_any_the_mission_begins_empty');
  const blank = tests.filter((test) => test.blank !== undefined).length;
  return t('missions.begins_with', { count, blank });
}
