import { ActionIcon, Modal, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestCondition, mostFollowed } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Followed } from '../../../../server/missions/attack-path/contract.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { changeFollows } from '../../../api/missions/path.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { PickOne } from '../../../ui/pick/pick-one.tsx';
import { t } from '../../../words.ts';
import styles from './path.module.css';

/** Sets the tests that a test follows, each possibly under a condition. */
export function FollowsDialog({
  mission,
  test,
  follows,
  onClose,
}: {
  mission: Mission;
  test: { id: string };
  follows: readonly Followed[];
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm<{ follows: readonly Followed[] }>({
    draft: `follows.${test.id}`,
    initialValues: { follows },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (wanted: readonly Followed[]) => changeFollows(queryClient, mission.id, test.id, wanted),
    onSuccess: close,
  });
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  const names = new Map(tests.map(({ id, name }) => [id, toVisibleText(name)]));
  const { follows: wanted } = form.values;
  const taken = new Set(wanted.map(({ test_id }) => test_id));
  const set = (next: readonly Followed[]) => form.setFieldValue('follows', next);
  return (
    <Modal opened onClose={close} title={t('path.dialog')}>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values.follows)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <Text size="sm">{t('path.dialog_about')}</Text>
        {wanted.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('path.nothing')}
          </Text>
        ) : (
          <ul className={styles.conditions}>
            {wanted.map(({ test_id, condition }, index) => {
              const name = names.get(test_id) ?? '';
              return (
                <li key={test_id}>
                  <div>
                    <Text size="sm" fw={500}>
                      <bdi>{name}</bdi>
                    </Text>
                    <TextInput
                      aria-label={t('path.condition_of', { name })}
                      placeholder={t('path.condition_hint')}
                      maxLength={longestCondition}
                      autoComplete="off"
                      value={condition ?? ''}
                      onChange={({ currentTarget: { value } }) =>
                        set(wanted.with(index, { test_id, condition: value === '' ? null : value }))
                      }
                    />
                  </div>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t('path.remove_one', { name })}
                    onClick={() => set(wanted.filter((one) => one.test_id !== test_id))}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </li>
              );
            })}
          </ul>
        )}
        <PickOne
          label={t('path.add')}
          placeholder={t('path.add_hint')}
          nothingFoundMessage={t('path.no_such_test')}
          openOnFocus={false}
          limit={100}
          disabled={wanted.length >= mostFollowed}
          data={tests
            .filter(({ id }) => id !== test.id && !taken.has(id))
            .map(({ id }) => ({ value: id, label: names.get(id) ?? '' }))}
          onPick={(id) => set([...wanted, { test_id: id, condition: null }])}
        />
        {form.errors.follows === undefined ? null : (
          <Text size="sm" c="red" role="alert">
            {form.errors.follows}
          </Text>
        )}
      </Form>
    </Modal>
  );
}
