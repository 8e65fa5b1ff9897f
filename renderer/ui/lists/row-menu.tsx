import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../words.ts';

/** Actions for one row; hidden when empty. */
export function RowMenu({
  of,
  isEmpty = false,
  returnFocus = true,
  children,
}: {
  of: string;
  isEmpty?: boolean;
  /** False while a field opened by one of its actions has the focus. */
  returnFocus?: boolean;
  children: ReactNode;
}) {
  if (isEmpty) return null;
  return (
    // Where there is too little room for all of them, they scroll.
    <Menu
      position="bottom-end"
      returnFocus={returnFocus}
      middlewares={{ flip: true, shift: true, size: true }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('shared.actions_for_of', { of })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown style={{ overflowY: 'auto' }}>{children}</Menu.Dropdown>
    </Menu>
  );
}
