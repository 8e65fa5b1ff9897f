import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { findCycle, nameCycle } from '../../../../domain/attack-path.ts';
import { longestCondition, mostFollowed } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { PickOne } from '../../../ui/pick/pick-one.tsx';
import { t } from '../../../words.ts';
import styles from './scenario-steps.module.css';
import { type FollowedStep, followedBy, type Step } from './steps.ts';

/** The tests that a step follows in the attack path, each possibly under a condition. */
export function StepFollows({
  step,
  steps,
  onChange,
}: {
  step: Step;
  steps: readonly Step[];
  onChange: (follows: FollowedStep[]) => void;
}) {
  const [cycle, setCycle] = useState<string | null>(null);
  const follows = followedBy(step);
  const names = new Map(
    steps.map(({ key, name }, index) => [key, `${index + 1}. ${toVisibleText(name)}`] as const),
  );
  const nameOf = (key: number | string) => names.get(Number(key)) ?? '';
  const add = (key: number) => {
    const edges = steps.flatMap((one) =>
      followedBy(one).map((followed) => ({ test_id: `${one.key}`, follows_id: `${followed.key}` })),
    );
    const wanted = [...follows.map((one) => `${one.key}`), `${key}`];
    const found = findCycle(edges, `${step.key}`, wanted);
    setCycle(found === null ? null : nameCycle(found.map(nameOf)));
    if (found === null) onChange([...follows, { key, condition: null }]);
  };
  const taken = new Set([step.key, ...follows.map(({ key }) => key)]);
  return (
    <div className={styles.follows}>
      {follows.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t('templates.follows_nothing')}
        </Text>
      ) : null}
      <ul>
        {follows.map(({ key, condition }, index) => (
          <li key={key}>
            <div>
              <Text size="sm">
                <bdi>{nameOf(key)}</bdi>
              </Text>
              <TextInput
                size="xs"
                aria-label={t('templates.follows_condition', { name: nameOf(key) })}
                placeholder={t('templates.follows_condition_hint')}
                maxLength={longestCondition}
                autoComplete="off"
                value={condition ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onChange(follows.with(index, { key, condition: value === '' ? null : value }))
                }
              />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('templates.follows_remove', { name: nameOf(key) })}
              onClick={() => {
                setCycle(null);
                onChange(follows.filter((one) => one.key !== key));
              }}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <PickOne
        size="xs"
        label={t('templates.follows_add')}
        nothingFoundMessage={t('templates.follows_no_such_test')}
        openOnFocus={false}
        limit={100}
        disabled={follows.length >= mostFollowed}
        data={steps
          .filter(({ key }) => !taken.has(key))
          .map(({ key }) => ({ value: `${key}`, label: nameOf(key) }))}
        onPick={(key) => add(Number(key))}
        error={
          cycle === null ? null : <span role="alert">{t('templates.follows_cycle', { tests: cycle })}</span>
        }
      />
    </div>
  );
}
