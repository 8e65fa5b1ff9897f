import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './side-panel.module.css';

/** One side of a test: red and blue have the same accent and name everywhere. */
export function SidePanel({
  side,
  title,
  beside,
  children,
}: {
  side?: 'red' | 'blue';
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.panel} data-side={side} aria-labelledby={id}>
      <div className={styles.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {beside}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
