import { Button, List, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostExpectedRules } from '../../../../domain/detection-rules.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Rule, RuleCover } from '../../../../server/missions/detection-rules/contract.ts';
import { ruleCover } from '../../../api/missions/rules.ts';
import { DialogFoot } from '../../../ui/forms/form.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { Name } from '../../../ui/text/name.tsx';
import { formatList, t } from '../../../words.ts';
import { CreateMissionDialog } from '../create-mission-dialog.tsx';

type Props = { rules: readonly Pick<Rule, 'id'>[]; onClose: () => void };

/** The fewest tests that try the rules, before a mission is planned with them. */
export function RegressionDialog({ rules, onClose }: Props) {
  const cover = useQuery(ruleCover(rules.map(({ id }) => id)));
  const [isPlanning, setPlanning] = useState(false);
  const go = useGo();
  if (isPlanning && cover.data !== undefined) {
    return (
      <CreateMissionDialog
        begin={{
          draft: 'new-mission.regression',
          name: t('rules.regression.name'),
          threats: [],
          tests: cover.data.tests.map(toPicked),
        }}
        onClose={onClose}
        onCreated={(mission) => go(`/missions/${mission.id}`)}
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title={t('rules.regression')} size="lg">
      <Stack gap="sm">
        {cover.data !== undefined ? (
          <Covered cover={cover.data} />
        ) : cover.error !== null ? (
          <ProblemNote
            error={cover.error}
            what={t('rules.regression.cover')}
            onRetry={() => cover.refetch()}
          />
        ) : (
          <div role="status" aria-label={t('rules.regression.reading')}>
            <SkeletonRows rows={3} />
          </div>
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('shared.cancel')}
          </Button>
          <Button disabled={!cover.data?.tests.length} onClick={() => setPlanning(true)} data-autofocus>
            {t('rules.regression.next')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

type Test = RuleCover['tests'][number];

function toPicked({ test_template: { id, name }, rules }: Test) {
  const named = rules.map(({ rule_id, title }) => ({ rule_id, rule_name: title.slice(0, 200) }));
  return { id, name, tests: 1, rules: named.slice(0, mostExpectedRules) };
}

function Covered({ cover: { tests, uncovered, is_smallest } }: { cover: RuleCover }) {
  // A test expects no more rules than this.
  const left = [...uncovered, ...tests.flatMap(({ rules }) => rules.slice(mostExpectedRules))];
  return (
    <>
      <Text size="sm">
        {t('rules.regression.count', { count: tests.length })}{' '}
        {is_smallest && tests.length > 0 ? t('rules.regression.smallest') : ''}
      </Text>
      <List size="sm">
        {tests.map(({ test_template, rules }) => (
          <List.Item key={test_template.id}>
            <Name>{test_template.name}</Name>
            <Text size="xs" c="dimmed">
              {t('rules.regression.tries', {
                rules: formatList(rules.slice(0, mostExpectedRules).map(({ title }) => toVisibleText(title))),
              })}
            </Text>
          </List.Item>
        ))}
      </List>
      {left.length > 0 ? (
        <div>
          <Text size="sm" fw={500}>
            {t('rules.regression.uncovered')}
          </Text>
          <List size="sm">
            {left.map(({ id, title }) => (
              <List.Item key={id}>
                <Name>{title}</Name>
              </List.Item>
            ))}
          </List>
        </div>
      ) : null}
    </>
  );
}
