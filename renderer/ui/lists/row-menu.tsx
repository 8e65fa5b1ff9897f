import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../words.ts';

/** Actions for one row; nothing where it is empty. */
export function RowMenu({
  of,
  isEmpty = false,
  children,
}: {
  of: string;
  isEmpty?: boolean;
  children: ReactNode;
}) {
  if (isEmpty) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('shared.actions_for_of', { of })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
