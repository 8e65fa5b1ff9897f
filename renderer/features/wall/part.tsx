import { type ReactNode, useId } from 'react';
import styles from './wall.module.css';

/** A named part of the wall view; also used on Home, where the surrounding panel has its own name. */
export function Part({
  title,
  beside,
  isInner = false,
  children,
}: {
  title: string;
  beside?: ReactNode;
  isInner?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const Heading = isInner ? 'h3' : 'h2';
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.partHead}>
        <Heading id={id}>{title}</Heading>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** A line in place of missing content. */
export function Quiet({ children }: { children: ReactNode }) {
  return <p className={styles.quiet}>{children}</p>;
}
