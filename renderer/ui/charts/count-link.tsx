import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = {
  to: string;
  /** The number of tests listed at `to`; null for a number of something else, such as expectations. */
  count: number | null;
  /** Says what is counted where the text alone does not. */
  label?: string;
  children: ReactNode;
};

/** A number within a text, leading to what it counts. */
export function CountLink({ to, count, label, children }: Props) {
  return (
    <Anchor
      component={Link}
      to={to}
      inherit
      underline="always"
      aria-label={label}
      data-count={count ?? undefined}
    >
      {children}
    </Anchor>
  );
}
