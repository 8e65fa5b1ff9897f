import { Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './tlpt.module.css';

type Action = { label: string; icon: ReactNode; run: () => void };

/** Takes the label and the work of editing, returns the action of a section; null for who may not edit. */
export function toEdit(label: string, run: (() => void) | null): Action | null {
  return run === null ? null : { label, icon: <IconPencil size={14} aria-hidden />, run };
}

/** A part of the record with its heading and actions; shows `empty` when nothing is recorded. */
export function Section({
  title,
  action = null,
  empty = null,
  children,
}: {
  title: string;
  action?: Action | null;
  empty?: string | null;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {action === null ? null : (
          <Button size="compact-sm" variant="default" leftSection={action.icon} onClick={action.run}>
            {action.label}
          </Button>
        )}
      </div>
      {empty === null ? (
        children
      ) : (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
    </section>
  );
}
