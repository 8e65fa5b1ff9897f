import { Anchor, Button, CloseButton, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload, IconLink } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type LostTask, lostTasks } from '../../../../domain/c2.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { LinkedTask } from '../../../../server/c2/tasks/contract.ts';
import type { Output } from '../../../../server/simulations/outputs/contract.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { c2Config, linkedTasks, unlinkTask } from '../../../api/engagements/c2.ts';
import { noteOutputArrived, outputList, readOutputBytes } from '../../../api/engagements/simulations.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { PausedTasks } from './paused-tasks.tsx';
import { TaskPicker } from './task-picker.tsx';
import { TaskStatusBadge } from './task-status-badge.tsx';
import styles from './task-table.module.css';

/** Each read makes the server query the framework, so it is polled only while output may still arrive. */
const followEveryMs = 5_000;

type Props = {
  engagementId: string;
  simulationId: string;
  /** Whether this person may currently link and unlink. */
  mayLink: boolean;
  isDone: boolean;
};

/** The C2 tasks from which a simulation takes its output, followed while visible. */
export function LinkedTasks({ engagementId, simulationId, mayLink, isDone }: Props) {
  const queryClient = useQueryClient();
  const [isPicking, setPicking] = useState(false);
  const [unlinked, setUnlinked] = useState<LinkedTask | null>(null);
  const tasks = useQuery({
    ...linkedTasks(simulationId),
    refetchInterval: ({ state }) =>
      state.data?.items.some((task) => isFollowed(task, isDone)) ? followEveryMs : false,
  });
  const outputs = useQuery(outputList(simulationId));
  const brought = tasks.data?.items.filter((task) => task.mapping_applied).length;
  const seen = useRef(brought);
  useEffect(() => {
    if (brought === undefined || brought === seen.current) return;
    const isFirstLook = seen.current === undefined;
    seen.current = brought;
    if (isFirstLook && brought === 0) return;
    noteOutputArrived(queryClient, simulationId);
  }, [brought, queryClient, simulationId]);
  return (
    <section aria-labelledby="c2-title">
      <Group justify="space-between" mb={6}>
        <Title order={2} id="c2-title">
          {t('simulations.c2_tasks')}
        </Title>
        {mayLink ? <LinkButton engagementId={engagementId} onPick={() => setPicking(true)} /> : null}
      </Group>
      {tasks.data === undefined ? (
        tasks.error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <ProblemNote
            error={tasks.error}
            what={t('simulations.list_of_c2_tasks')}
            onRetry={() => tasks.refetch()}
          />
        )
      ) : tasks.data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('simulations.no_task_of_the_c2_framework')}
        </Text>
      ) : (
        <>
          <TaskTable tasks={tasks.data.items} isDone={isDone} onUnlink={mayLink ? setUnlinked : null} />
          <PausedTasks simulationId={simulationId} tasks={tasks.data.items} />
        </>
      )}
      <Outputs simulationId={simulationId} outputs={outputs.data?.items ?? []} />
      {isPicking ? (
        <TaskPicker
          engagementId={engagementId}
          simulationId={simulationId}
          linked={(tasks.data?.items ?? [])
            .filter((task) => task.error !== 'disconnected')
            .map((task) => task.external_id)}
          onClose={() => setPicking(false)}
        />
      ) : null}
      {unlinked === null ? null : (
        <ConfirmDialog
          title={t('simulations.unlink_this_task')}
          confirm={t('simulations.unlink_task')}
          onConfirm={() => unlinkTask(queryClient, simulationId, unlinked.id)}
          onClose={() => setUnlinked(null)}
        >
          <Text size="sm">
            {rich('simulations.task_externalid_is_no_longer_followed', {
              externalid: <Name>{unlinked.external_id}</Name>,
              mappingapplied: unlinked.mapping_applied
                ? t('simulations.the_output_it_brought_stays')
                : t('simulations.it_has_not_finished_so_its'),
            })}
          </Text>
        </ConfirmDialog>
      )}
    </section>
  );
}

function isLost(error: string | undefined): error is LostTask {
  return lostTasks.some((lost) => lost === error);
}

function explainError(error: string): string {
  return isLost(error) ? t(`simulations.lost_sentence.${error}`) : error;
}

/** Whether another read may change a task. */
function isFollowed(task: LinkedTask, isDone: boolean): boolean {
  if (task.mapping_applied || task.status === 'discarded' || isLost(task.error)) return false;
  return task.completed_at === null || !isDone;
}

function describeExpectation(task: LinkedTask, isDone: boolean): string {
  if (task.status === 'discarded' || isLost(task.error)) return t('simulations.will_not_arrive');
  return isDone ? t('simulations.waits_until_the_simulation_is_reopened') : t('simulations.waiting_for_it');
}

function LinkButton({ engagementId, onPick }: { engagementId: string; onPick: () => void }) {
  const config = useQuery(c2Config(engagementId));
  if (config.data) {
    return (
      <Button size="xs" variant="default" leftSection={<IconLink size={15} aria-hidden />} onClick={onPick}>
        {t('simulations.link_tasks')}
      </Button>
    );
  }
  const withoutKey = config.error instanceof ApiError && config.error.code === 'encryption_key_absent';
  if (config.data === undefined && !withoutKey) return null;
  return (
    <Anchor component={Link} to={`/engagements/${engagementId}/c2`} size="sm">
      {withoutKey ? t('simulations.why_no_c2_framework_can_be') : t('simulations.connect_a_c2_framework')}
    </Anchor>
  );
}

function TaskTable({
  tasks,
  isDone,
  onUnlink,
}: {
  tasks: readonly LinkedTask[];
  isDone: boolean;
  onUnlink: ((task: LinkedTask) => void) | null;
}) {
  return (
    <Table.ScrollContainer minWidth={530}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={80}>{t('shared.task')}</Table.Th>
            <Table.Th w={150}>{t('shared.callback')}</Table.Th>
            <Table.Th>{t('shared.command')}</Table.Th>
            <Table.Th w={130}>{t('shared.status')}</Table.Th>
            <Table.Th w={190}>{t('shared.output')}</Table.Th>
            {onUnlink === null ? null : (
              <Table.Th w={40}>
                <span className={styles.unseen}>{t('simulations.unlink')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task) => (
            <Table.Tr key={task.id}>
              <Table.Td>
                <Name>{task.external_id}</Name>
              </Table.Td>
              <Table.Td>
                <Name>{task.callback ?? '–'}</Name>
              </Table.Td>
              <Table.Td>
                <span className={styles.command}>{toVisibleText(task.command ?? '–')}</span>
                {task.error === undefined ? null : (
                  <Text size="xs" c="var(--mantine-color-error)">
                    <Name>{explainError(task.error)}</Name>
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <TaskStatusBadge status={task.status} />
              </Table.Td>
              <Table.Td>
                {task.mapping_applied ? (
                  <>
                    {t('simulations.arrived_completedat')}{' '}
                    {task.completed_at === null ? null : (
                      <Text span size="xs" c="dimmed">
                        <Moment at={task.completed_at} />
                      </Text>
                    )}
                  </>
                ) : (
                  <Text span size="sm" c="dimmed">
                    {describeExpectation(task, isDone)}
                  </Text>
                )}
              </Table.Td>
              {onUnlink === null ? null : (
                <Table.Td>
                  <CloseButton
                    size="sm"
                    aria-label={t('simulations.unlink_task_externalid', { externalid: task.external_id })}
                    onClick={() => onUnlink(task)}
                  />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Outputs({ simulationId, outputs }: { simulationId: string; outputs: readonly Output[] }) {
  const fetching = useMutation({
    mutationFn: async (output: Output) => {
      save(await readOutputBytes(simulationId, output.id), `output-${output.sha256.slice(0, 12)}.txt`);
    },
  });
  if (outputs.length === 0) return null;
  return (
    <Stack gap={4} mt="sm">
      <Title order={3}>{t('simulations.outputs_kept_whole')}</Title>
      {outputs.map((output) => (
        <Group key={output.id} gap="sm">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('simulations.download_the_output_of_task_taskexternalid', {
              taskexternalid: output.task_external_id,
            })}
            loading={fetching.isPending && fetching.variables.id === output.id}
            onClick={() => fetching.mutate(output)}
          >
            {rich('simulations.task_taskexternalid', {
              taskexternalid: <Name>{output.task_external_id}</Name>,
            })}
          </Button>
          <Text size="sm" c="dimmed">
            {rich('simulations.to_fixed_mib_createdat', {
              to_fixed: (output.size / 1024 / 1024).toFixed(1),
              createdat: <Moment at={output.created_at} />,
            })}
          </Text>
        </Group>
      ))}
      {fetching.isError ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fetching.error.message}
        </Text>
      ) : null}
    </Stack>
  );
}

function save(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The download starts by the next turn of the event loop; until then the URL must stay valid.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
