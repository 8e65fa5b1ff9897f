import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mostTasksAtOnce } from '../../../domain/limits.ts';
import { ApiError } from '../../api/connection/problem.ts';
import { type FrameworkTask, makeFromTasks } from '../../api/engagements/c2.ts';
import { t } from '../../words.ts';

/** Tasks selected over all pages, to create simulations from. */
export type Picking = {
  count: number;
  isFull: boolean;
  has: (task: FrameworkTask) => boolean;
  toggle: (task: FrameworkTask) => void;
  clear: () => void;
  make: () => void;
  isMaking: boolean;
  /** Why no simulations were created. */
  refusals: readonly string[];
};

type Picked = Pick<FrameworkTask, 'external_id' | 'submitted_at'>;

export function usePicking(engagementId: string, onMade: () => Promise<void>): Picking {
  const queryClient = useQueryClient();
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const ids = sortOldestFirst(picked).map(({ external_id }) => external_id);
  const making = useMutation({
    mutationFn: () => makeFromTasks(queryClient, engagementId, ids),
    onSuccess: async ({ length }) => {
      setPicked([]);
      await onMade();
      notifications.show({
        role: 'status',
        message: length === 1 ? t('c2.one_simulation_was_made') : t('c2.were_made', { length }),
      });
    },
  });
  return {
    count: picked.length,
    isFull: picked.length >= mostTasksAtOnce,
    has: (task) => picked.some(({ external_id }) => external_id === task.external_id),
    toggle: (task) => {
      making.reset();
      const others = picked.filter(({ external_id }) => external_id !== task.external_id);
      setPicked(others.length < picked.length ? others : [...picked, task]);
    },
    clear: () => {
      making.reset();
      setPicked([]);
    },
    make: () => making.mutate(),
    isMaking: making.isPending,
    refusals: making.error === null ? [] : explain(making.error, ids),
  };
}

/** The newest simulation is listed first, like the newest task. */
function sortOldestFirst(picked: readonly Picked[]): Picked[] {
  return picked.toSorted((a, b) => ((a.submitted_at ?? '') < (b.submitted_at ?? '') ? -1 : 1));
}

/** A refusal identifies tasks by their index in the request. */
function explain(error: Error, ids: readonly string[]): string[] {
  const errors = error instanceof ApiError ? Object.entries(error.fields) : [];
  if (errors.length === 0) return [error.message];
  return errors.map(([path, message]) => {
    const id = ids[Number(/^external_ids\.(\d+)$/.exec(path)?.[1])];
    return id === undefined ? message : t('c2.task_id_message', { id, message });
  });
}
