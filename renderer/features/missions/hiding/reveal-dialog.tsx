import { Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import type { RevealInput } from '../../../../server/missions/hiding/contract.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import { reveal } from '../../../api/missions/hiding.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { readMoment } from '../../../ui/times/typed-moment.ts';
import { t } from '../../../words.ts';
import { isHidden, listHidden } from './hidden-tests.ts';

const times = ['now', 'at', 'review', 'never'] as const;
type Values = { what: string; when: (typeof times)[number]; at: string };

const everything = 'all';

/** Asks what is revealed, and when: these tests, or all that is hidden in a mission or a scenario. */
export function RevealDialog({
  mission,
  tests,
  onClose,
  onDone,
}: {
  mission: Mission;
  /** The chosen tests; null to choose here. */
  tests: readonly TestSummary[] | null;
  onClose: () => void;
  onDone?: () => void;
}) {
  const queryClient = useQueryClient();
  const { time_zone } = usePreferences();
  const readTime = (text: string) => readMoment(text, null, new Date(), time_zone);
  const { form, drop } = useKeptForm<Values>({
    draft: `mission-reveal.${mission.id}`,
    initialValues: { what: everything, when: 'now', at: '' },
    validate: {
      at: (text, { when }) => {
        if (when !== 'at') return null;
        const at = readTime(text);
        if (at === null) return t('hiding.no_time');
        return Date.parse(at) <= Date.now() ? t('hiding.past_time') : null;
      },
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const scenarios = mission.scenarios.filter(
    (scenario) => scenario.hiding?.hidden === true || scenario.tests.some(isHidden),
  );
  const revealing = useMutation({
    mutationFn: async ({ what, when, at }: Values) => {
      const scope: Pick<RevealInput, 'scenario_ids' | 'test_ids'> =
        tests !== null
          ? { test_ids: tests.map(({ id }) => id) }
          : what === everything
            ? {}
            : { scenario_ids: [what] };
      const wanted = when === 'at' ? (readTime(at) as string) : when;
      await reveal(queryClient, mission.id, { ...scope, when: wanted });
      if (when === 'now') {
        const count = tests?.length ?? countIn(mission, what);
        offerUndo({
          what: t('hiding.being_revealed', { count }),
          undo: async () => {
            await reveal(queryClient, mission.id, { ...scope, when: 'never' });
            return [];
          },
        });
      }
    },
    onSuccess: () => {
      close();
      onDone?.();
    },
  });
  return (
    <Modal opened onClose={close} title={t('hiding.reveal_title')}>
      <Form
        form={form}
        saving={revealing}
        onSubmit={(values) => revealing.mutate(values)}
        serverNames={{ when: 'at' }}
        buttons={
          <DialogButtons submit={t('hiding.reveal')} isSaving={revealing.isPending} onCancel={close} />
        }
      >
        {tests === null ? (
          <Select
            label={t('hiding.what')}
            allowDeselect={false}
            data={[
              {
                value: everything,
                label: t('hiding.everything', { count: listHidden(mission).length }),
              },
              ...scenarios.map((scenario) => ({
                value: scenario.id,
                label: t('hiding.scenario_count', {
                  name: toVisibleText(scenario.name),
                  count: scenario.tests.filter(isHidden).length,
                }),
              })),
            ]}
            {...form.getInputProps('what')}
          />
        ) : (
          <Text size="sm">{t('hiding.chosen', { count: tests.length })}</Text>
        )}
        <Radio.Group label={t('hiding.when')} {...form.getInputProps('when')}>
          <Stack gap={8} mt={4}>
            {times.map((time) => (
              <Radio
                key={time}
                value={time}
                label={t(`hiding.when.${time}`)}
                description={t(`hiding.when.${time}.hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {form.values.when === 'at' ? (
          <TextInput
            label={t('hiding.time')}
            placeholder={t('hiding.time_example')}
            autoComplete="off"
            {...form.getInputProps('at')}
          />
        ) : null}
      </Form>
    </Modal>
  );
}

function countIn(mission: Mission, what: string): number {
  if (what === everything) return listHidden(mission).length;
  return mission.scenarios.find(({ id }) => id === what)?.tests.filter(isHidden).length ?? 0;
}
