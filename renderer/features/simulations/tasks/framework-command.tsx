import { Text } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { FrameworkTask } from '../../../api/engagements/c2.ts';
import { Name } from '../../../ui/text/name.tsx';
import styles from './task-table.module.css';
import { Unreadable } from './unreadable.tsx';

/** A framework's task: its command, unreadable fields and techniques. */
export function FrameworkCommand({ task }: { task: FrameworkTask }) {
  return (
    <>
      <span className={styles.command}>{toVisibleText(task.command ?? '–')}</span>
      <Unreadable fields={task.unreadable} />
      {task.techniques.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          <Name>{task.techniques.join(', ')}</Name>
        </Text>
      )}
    </>
  );
}
