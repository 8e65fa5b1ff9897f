import { Anchor, Group, SegmentedControl, Select, Stack, Table, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { queueSteps } from '../../../../domain/detection-rules.ts';
import { holdsOneOf, missionWriters } from '../../../../domain/permissions.ts';
import type { QueueItem } from '../../../../server/missions/detection-rules/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { type Queue, ruleQueue } from '../../../api/missions/rules.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { QueueAction } from './queue-action.tsx';

const limit = 50;

/** The queue of rules that have to fire, of one mission or of all. */
export function QueueList({ missionId }: { missionId: string | null }) {
  const [step, setStep] = useState<(typeof queueSteps)[number] | null>(null);
  const [page, setPage] = useState(1);
  const queue = useQuery(
    ruleQueue({
      ...(missionId !== null && { mission: missionId }),
      ...(step !== null && { step }),
      limit,
      offset: (page - 1) * limit,
    }),
  );
  if (queue.data === undefined) {
    if (queue.error === null) return <SkeletonRows rows={6} />;
    return <ProblemNote error={queue.error} what={t('rules.queue_list')} onRetry={() => queue.refetch()} />;
  }
  const { items, total, steps } = queue.data;
  const isEmpty = Object.values(steps).every((count) => count === 0);
  if (isEmpty) {
    return (
      <EmptyState
        icon={IconShieldCheck}
        title={t('rules.queue_empty.title')}
        hint={t('rules.queue_empty.hint')}
      />
    );
  }
  return (
    <Stack gap="xs">
      <Steps
        steps={steps}
        step={step}
        onStep={(next) => {
          setStep(next);
          setPage(1);
        }}
      />
      <Rows items={items} isOfMission={missionId !== null} isStale={queue.isPlaceholderData} />
      <Pager total={total} limit={limit} page={page} onPage={setPage} />
    </Stack>
  );
}

/** How many wait at each step; narrow screens have a list to choose from. */
function Steps({
  steps,
  step,
  onStep,
}: Pick<Queue, 'steps'> & {
  step: (typeof queueSteps)[number] | null;
  onStep: (step: (typeof queueSteps)[number] | null) => void;
}) {
  const data = [
    { value: 'all', label: t('rules.step.all') },
    ...queueSteps.map((value) => ({
      value,
      label: t('rules.step.count', { step: t(`rules.step.${value}`), count: steps[value] }),
    })),
  ];
  const pick = (value: string | null) => onStep(queueSteps.find((one) => one === value) ?? null);
  return (
    <>
      <Group visibleFrom="md">
        <SegmentedControl
          aria-label={t('rules.steps')}
          size="xs"
          data={data}
          value={step ?? 'all'}
          onChange={pick}
        />
      </Group>
      <Group hiddenFrom="md">
        <Select
          aria-label={t('rules.steps')}
          data={data}
          allowDeselect={false}
          value={step ?? 'all'}
          onChange={pick}
        />
      </Group>
    </>
  );
}

function Rows({
  items,
  isOfMission,
  isStale,
}: {
  items: readonly QueueItem[];
  isOfMission: boolean;
  isStale: boolean;
}) {
  const mayWrite = holdsOneOf(useUser().permissions, missionWriters);
  return (
    <Table.ScrollContainer minWidth={900} type="native">
      <Table verticalSpacing={6} layout="fixed" aria-busy={isStale} aria-label={t('rules.queue')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={170}>{t('rules.column.state')}</Table.Th>
            <Table.Th>{t('rules.tests')}</Table.Th>
            <Table.Th>{t('remediation.field.rule')}</Table.Th>
            <Table.Th w={170}>{t('shared.remediation')}</Table.Th>
            {mayWrite ? <Table.Th w={140}>{t('rules.column.next')}</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={`${item.remediation?.id ?? ''} ${item.tests[0]?.id ?? ''} ${item.step}`}>
              <Cells item={item} isOfMission={isOfMission} />
              {mayWrite ? (
                <Table.Td>
                  <QueueAction item={item} />
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Cells({ item, isOfMission }: { item: QueueItem; isOfMission: boolean }) {
  const { step, mission, tests, rule, remediation, findings } = item;
  const path = `/missions/${mission.id}`;
  return (
    <>
      <Table.Td>
        <Text size="sm">{t(`rules.step.${step}`)}</Text>
      </Table.Td>
      <Table.Td>
        {tests.map(({ id, name, run }) => (
          <Text key={id} size="sm" component="div">
            <Anchor component={Link} to={`${path}/tests/${id}`} inherit>
              <Name line>{name}</Name>
            </Anchor>
            <Text size="xs" c="dimmed">
              {t('rules.run', { run })}
            </Text>
          </Text>
        ))}
        {isOfMission ? null : (
          <Anchor component={Link} to={path} size="xs" c="dimmed" display="block" py={4}>
            <Name line>{mission.name}</Name>
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>
        {rule === null ? (
          '–'
        ) : (
          <Anchor component={Link} to={`/rules/${rule.id}`} size="sm">
            <Name line>{rule.title}</Name>
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>
        {remediation === null ? null : (
          <Anchor
            component={Link}
            to={`${path}/remediation?dialog=remediation.${remediation.id}`}
            size="sm"
            display="block"
            py={4}
          >
            <Name line>{remediation.title}</Name>
          </Anchor>
        )}
        {findings.map(({ id, number, title }) => (
          <Anchor key={id} component={Link} to={`${path}/findings/${id}`} size="xs" display="block" py={4}>
            <Name line>{`F-${number} ${title}`}</Name>
          </Anchor>
        ))}
      </Table.Td>
    </>
  );
}
