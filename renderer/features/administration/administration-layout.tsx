import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Outlet, useLocation } from 'react-router';
import type { Permission } from '../../../domain/permissions.ts';
import { useUser } from '../../api/connection/session.ts';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { findText, t } from '../../words.ts';

const pages = (): readonly { to: string; label: string; needs: Permission }[] => [
  { to: '/administration/users', label: t('administration.users'), needs: 'user.manage' },
  { to: '/administration/groups', label: t('shared.groups'), needs: 'user.manage' },
  { to: '/administration/invitations', label: t('administration.invitations'), needs: 'user.manage' },
  { to: '/administration/backup', label: t('administration.backup'), needs: 'system.manage' },
  { to: '/administration/audit', label: t('administration.audit'), needs: 'system.manage' },
];

/** What the pages of the administration share; says so to people who may not see one. */
export function AdministrationLayout() {
  const { permissions } = useUser();
  const { pathname } = useLocation();
  const open = pages().filter(({ needs }) => permissions.includes(needs));
  const needed = pages().find(({ to }) => to === pathname)?.needs;
  const isMissing = needed !== undefined && !permissions.includes(needed);
  const nothing = isMissing ? (
    <EmptyState
      icon={IconLock}
      title={findText(`administration.holders.${needed}`) ?? t('administration.you_may_not_see_this_page')}
      hint={t('administration.your_account_does_not_hold_the', { needed })}
    />
  ) : null;
  return (
    <Stack gap="md">
      <PageHead title={t('administration.administration')} />
      {open.length === 0 ? null : <SubNavigation label={t('administration.administration')} pages={open} />}
      {nothing ?? <Outlet />}
    </Stack>
  );
}
