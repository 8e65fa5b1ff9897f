import { Button, Checkbox, Group, Modal, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import {
  type FrameworkTask,
  forgetFrameworkTasks,
  frameworkTasks,
  linkTasks,
} from '../../../api/engagements/c2.ts';
import { DialogFoot } from '../../../ui/forms/form.tsx';
import { PageTurner } from '../../../ui/lists/page-turner.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { FrameworkCommand } from './framework-command.tsx';
import { TaskStatusBadge } from './task-status-badge.tsx';
import styles from './task-table.module.css';
import { LeftOut } from './unreadable.tsx';

/** Picks framework tasks to link, all or those of one callback. */
export function TaskPicker({
  engagementId,
  simulationId,
  linked,
  onClose,
}: {
  engagementId: string;
  simulationId: string;
  linked: readonly string[];
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const [callback, setCallback] = useState<string | null>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const tasks = useQuery(frameworkTasks(engagementId, page));
  // Frameworks name callbacks differently, so these values are the filter options.
  const callbacks = new Set((tasks.data?.items ?? []).flatMap((task) => task.callback ?? []));
  if (callback !== null) callbacks.add(callback);
  const askAgain = () => {
    void forgetFrameworkTasks(queryClient, engagementId);
    if (page === 1) void tasks.refetch();
    else setPage(1);
  };
  const linking = useMutation({
    mutationFn: () => linkTasks(queryClient, simulationId, picked),
    onSuccess: (refused) => {
      if (refused.length === 0) onClose();
    },
  });
  const shown = (tasks.data?.items ?? []).filter((task) => callback === null || task.callback === callback);
  return (
    <Modal opened onClose={onClose} title={t('simulations.link_tasks_of_the_c2_framework')} size="xl">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-end">
          <Select
            label={t('shared.callback')}
            placeholder={t('simulations.any_callback')}
            clearable
            clearButtonProps={{ 'aria-label': t('simulations.any_callback') }}
            w={280}
            data={[...callbacks].sort()}
            value={callback}
            onChange={setCallback}
          />
          <Button size="xs" variant="default" onClick={askAgain} loading={tasks.isFetching}>
            {t('simulations.ask_again')}
          </Button>
        </Group>
        {tasks.data === undefined ? (
          tasks.error === null ? (
            <SkeletonRows />
          ) : (
            <ProblemNote
              error={tasks.error}
              what={t('simulations.list_of_tasks')}
              onRetry={() => tasks.refetch()}
            />
          )
        ) : shown.length === 0 ? (
          <Text size="sm" c="dimmed">
            {tasks.data.items.length === 0
              ? t('simulations.the_framework_lists_no_tasks_yet')
              : t('simulations.no_task_of_this_callback_on')}
          </Text>
        ) : (
          <Choices
            tasks={shown}
            linked={linked}
            picked={picked}
            onToggle={(id) =>
              setPicked(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id])
            }
          />
        )}
        <LeftOut count={tasks.data?.left_out ?? 0} />
        <PageTurner page={page} hasMore={tasks.data?.has_more ?? false} onPage={setPage} />
        {linking.data?.length ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {linking.data.join(' · ')}
          </Text>
        ) : null}
        {linking.isError ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {linking.error.message}
          </Text>
        ) : null}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('shared.cancel')}
          </Button>
          <Button disabled={picked.length === 0} loading={linking.isPending} onClick={() => linking.mutate()}>
            {picked.length > 1
              ? t('simulations.link_count_tasks', { count: picked.length })
              : t('simulations.link_task')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function Choices({
  tasks,
  linked,
  picked,
  onToggle,
}: {
  tasks: readonly FrameworkTask[];
  linked: readonly string[];
  picked: readonly string[];
  onToggle: (externalId: string) => void;
}) {
  return (
    <Table verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <span className={styles.unseen}>{t('simulations.link')}</span>
          </Table.Th>
          <Table.Th w={80}>{t('shared.task')}</Table.Th>
          <Table.Th w={150}>{t('shared.callback')}</Table.Th>
          <Table.Th>{t('shared.command')}</Table.Th>
          <Table.Th w={130}>{t('shared.status')}</Table.Th>
          <Table.Th w={130}>{t('simulations.submitted')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tasks.map((task) => {
          const isLinked = linked.includes(task.external_id);
          return (
            <Table.Tr key={task.external_id}>
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={
                    isLinked
                      ? t('simulations.task_externalid_is_linked_already', { externalid: task.external_id })
                      : t('simulations.task_externalid_command', {
                          externalid: task.external_id,
                          command: toVisibleText(task.command ?? '–'),
                        })
                  }
                  checked={isLinked || picked.includes(task.external_id)}
                  disabled={isLinked}
                  onChange={() => onToggle(task.external_id)}
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
              </Table.Td>
              <Table.Td>
                <TaskStatusBadge status={task.status} />
              </Table.Td>
              <Table.Td className={styles.steady}>
                {task.submitted_at === null ? '–' : <Moment at={task.submitted_at} />}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
