import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Outlet } from 'react-router';
import { useMay } from '../../api/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SubNavigation } from '../../ui/sub-navigation.tsx';

const pages = [
  { to: '/administration/users', label: 'Users' },
  { to: '/administration/groups', label: 'Groups' },
  { to: '/administration/invitations', label: 'Invitations' },
];

/** What the pages of the administration share; who may not manage users reads why there is nothing. */
export function Component() {
  if (!useMay('user.manage')) {
    return (
      <EmptyState
        icon={IconLock}
        title="Administration is for those who manage users"
        hint="Your account does not hold the permission “user.manage”. An administrator can give it to a group you are in."
      />
    );
  }
  return (
    <Stack gap="md">
      <PageHead title="Administration" />
      <SubNavigation label="Administration" pages={pages} />
      <Outlet />
    </Stack>
  );
}
