import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Outlet, useLocation } from 'react-router';
import type { Permission } from '../../../domain/permissions.ts';
import { useUser } from '../../api/connection/session.ts';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';

const pages: readonly { to: string; label: string; needs: Permission }[] = [
  { to: '/administration/users', label: 'Users', needs: 'user.manage' },
  { to: '/administration/groups', label: 'Groups', needs: 'user.manage' },
  { to: '/administration/invitations', label: 'Invitations', needs: 'user.manage' },
  { to: '/administration/backup', label: 'Backup', needs: 'system.manage' },
  { to: '/administration/audit', label: 'Audit', needs: 'system.manage' },
];

const holders: Partial<Record<Permission, string>> = {
  'user.manage': 'Administration is for those who manage users',
  'system.manage': 'Backups and the audit are for those who manage the server',
};

/** What the pages of the administration share; says so to people who may not see one. */
export function AdministrationLayout() {
  const { permissions } = useUser();
  const { pathname } = useLocation();
  const open = pages.filter(({ needs }) => permissions.includes(needs));
  const needed = pages.find(({ to }) => to === pathname)?.needs;
  const isMissing = needed !== undefined && !permissions.includes(needed);
  const nothing = isMissing ? (
    <EmptyState
      icon={IconLock}
      title={holders[needed] ?? 'You may not see this page'}
      hint={`Your account does not hold the permission “${needed}”. An administrator can give it to a group you are in.`}
    />
  ) : null;
  return (
    <Stack gap="md">
      <PageHead title="Administration" />
      {open.length === 0 ? null : <SubNavigation label="Administration" pages={open} />}
      {nothing ?? <Outlet />}
    </Stack>
  );
}
