import { Anchor, Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { IconSwords } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { mostTasksAtOnce } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { FrameworkTask, FrameworkTaskPage } from '../../api/engagements/c2.ts';
import { rich } from '../../rich.ts';
import { PageTurner } from '../../ui/lists/page-turner.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { FrameworkCommand } from '../simulations/tasks/framework-command.tsx';
import { TaskStatusBadge } from '../simulations/tasks/task-status-badge.tsx';
import styles from '../simulations/tasks/task-table.module.css';
import { LeftOut } from '../simulations/tasks/unreadable.tsx';
import type { Picking } from './use-picking.tsx';

/** Tasks of operators, from which simulations are created. */
export function FrameworkTasks({
  engagementId,
  tasks,
  page,
  onPage,
  picking,
}: {
  engagementId: string;
  tasks: FrameworkTaskPage;
  page: number;
  onPage: (page: number) => void;
  picking: Picking;
}) {
  if (tasks.items.length === 0 && page === 1) {
    return (
      <Text size="sm" c="dimmed">
        {t('c2.the_framework_lists_no_tasks')}
      </Text>
    );
  }
  return (
    <>
      <MakeBar picking={picking} />
      <Table.ScrollContainer minWidth={820}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <span className={styles.unseen}>{t('c2.choose')}</span>
              </Table.Th>
              <Table.Th w={90}>{t('shared.task')}</Table.Th>
              <Table.Th w="18%">{t('shared.callback')}</Table.Th>
              <Table.Th>{t('shared.command')}</Table.Th>
              <Table.Th w={130}>{t('shared.status')}</Table.Th>
              <Table.Th w={110}>{t('c2.operator')}</Table.Th>
              <Table.Th w={140}>{t('c2.submitted')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tasks.items.map((task) => (
              <TaskRow key={task.external_id} engagementId={engagementId} task={task} picking={picking} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <LeftOut count={tasks.left_out} />
      <PageTurner page={page} hasMore={tasks.has_more} onPage={onPage} />
    </>
  );
}

function MakeBar({ picking }: { picking: Picking }) {
  const hint = useId();
  const { count, isFull } = picking;
  return (
    <>
      <Group gap="xs" mb={6}>
        <Button
          size="xs"
          leftSection={<IconSwords size={15} aria-hidden />}
          disabled={count === 0}
          loading={picking.isMaking}
          aria-describedby={hint}
          onClick={picking.make}
        >
          {count > 1 ? t('c2.make_count_simulations', { count }) : t('c2.make_simulation')}
        </Button>
        {count === 0 ? null : (
          <Button size="xs" variant="default" onClick={picking.clear}>
            {t('c2.choose_none')}
          </Button>
        )}
        <Text size="xs" c="dimmed" id={hint}>
          {isFull
            ? t('c2.most_tasks_at_once_at_once', { most_tasks_at_once: mostTasksAtOnce })
            : t('c2.choose_tasks_each_becomes_a_simulation')}
        </Text>
      </Group>
      {picking.refusals.length === 0 ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mb={6}>
          <Name>{picking.refusals.join(' · ')}</Name>
        </Text>
      )}
    </>
  );
}

function TaskRow({
  engagementId,
  task,
  picking,
}: {
  engagementId: string;
  task: FrameworkTask;
  picking: Picking;
}) {
  const isMade = task.simulations.length > 0;
  const isPicked = picking.has(task);
  return (
    <Table.Tr data-picked={isPicked || undefined}>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={
            isMade
              ? t('c2.task_externalid_has_a_simulation_already', {
                  externalid: toVisibleText(task.external_id),
                })
              : t('c2.task_externalid_command', {
                  externalid: toVisibleText(task.external_id),
                  command: toVisibleText(task.command ?? '–'),
                })
          }
          checked={isPicked}
          disabled={isMade || (picking.isFull && !isPicked)}
          onChange={() => picking.toggle(task)}
        />
      </Table.Td>
      <Table.Td>
        <Name>{task.external_id}</Name>
      </Table.Td>
      <Table.Td>
        <Name>{task.callback ?? '–'}</Name>
      </Table.Td>
      <Table.Td>
        <FrameworkCommand task={task} />
        {task.simulations.map(({ id, name }) => (
          <Text key={id} size="xs">
            {rich('c2.in_anchor', {
              anchor: (
                <Anchor component={Link} to={`/engagements/${engagementId}/simulations/${id}`} inherit>
                  <Name>{name}</Name>
                </Anchor>
              ),
            })}
          </Text>
        ))}
      </Table.Td>
      <Table.Td title={toVisibleText(task.framework_status ?? '')}>
        <TaskStatusBadge status={task.status} />
      </Table.Td>
      <Table.Td>
        <Name>{task.operator ?? '–'}</Name>
      </Table.Td>
      <Table.Td className={styles.steady}>
        {task.submitted_at === null ? '–' : <Moment at={task.submitted_at} />}
      </Table.Td>
    </Table.Tr>
  );
}
