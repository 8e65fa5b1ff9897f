import { Modal, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { longestClient, longestName } from '../../../../domain/limits.ts';
import { wasRun } from '../../../../domain/missions.ts';
import { nameRetest } from '../../../../domain/runs.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { retestMission } from '../../../api/missions/runs.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { OrganisationField } from '../../../ui/organisations/organisation-field.tsx';
import { t } from '../../../words.ts';
import { useNewMission } from '../use-new-mission.ts';

type Values = { name: string; client: string; tests: 'all' | 'run' };

/** Creates a retest of a mission. */
export function RetestDialog({
  mission,
  onClose,
  onMade,
}: {
  mission: Mission;
  onClose: () => void;
  onMade: (made: Mission) => unknown;
}) {
  const queryClient = useQueryClient();
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  const run = tests.filter(({ status }) => wasRun(status)).map(({ id }) => id);
  const { form, close, making } = useNewMission<Values>({
    draft: `mission-retest.${mission.id}`,
    initialValues: { name: nameRetest(mission.name), client: mission.client ?? '', tests: 'all' },
    validate: {
      name: requireText(t('runs.give_the_mission_a_name'), longestName),
      client: atMost(longestClient),
    },
    make: ({ name, client, tests }) =>
      retestMission(queryClient, mission.id, {
        name,
        client: toNullIfEmpty(client),
        ...(tests === 'all' ? {} : { test_ids: run }),
      }),
    onClose,
    onMade,
  });
  return (
    <Modal opened onClose={close} title={t('runs.retest_mission')} size="lg">
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        serverNames={{ test_ids: 'tests' }}
        buttons={
          <DialogButtons submit={t('runs.make_the_retest')} isSaving={making.isPending} onCancel={close} />
        }
      >
        <Text size="sm" c="dimmed">
          {t('runs.a_new_mission_with_the_same')}
        </Text>
        <NameInput label={t('shared.name')} withAsterisk required {...form.getInputProps('name')} />
        <OrganisationField
          value={form.values.client}
          onChange={(client) => form.setFieldValue('client', client)}
          error={form.errors.client}
          written={mission}
        />
        <Radio.Group label={t('shared.tests')} {...form.getInputProps('tests')}>
          <Stack gap={8} mt={4}>
            <Radio value="all" label={t('runs.all_count', { count: tests.length })} />
            <Radio
              value="run"
              label={
                run.length === 1
                  ? t('runs.the_one_that_was_executed')
                  : t('runs.the_count_that_were_executed', { count: run.length })
              }
              disabled={run.length === 0}
            />
          </Stack>
        </Radio.Group>
      </Form>
    </Modal>
  );
}
