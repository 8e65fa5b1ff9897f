import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = { unfolded: boolean; onClick: () => void; children: ReactNode };

/** Shows or hides a part of a report's page. */
export function UnfoldButton({ unfolded, onClick, children }: Props) {
  const Chevron = unfolded ? IconChevronDown : IconChevronRight;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-expanded={unfolded}
      rightSection={<Chevron size={13} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
