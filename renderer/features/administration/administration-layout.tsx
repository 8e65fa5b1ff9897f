import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Outlet, useLocation } from 'react-router';
import type { Permission } from '../../../domain/permissions.ts';
import { useUser } from '../../api/connection/session.ts';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { t } from '../../words.ts';

type Page = { to: string; label: string; needs: Extract<Permission, 'user.manage' | 'system.manage'> };

const pages = (): readonly Page[] => [
  { to: '/administration/users', label: t('administration.users'), needs: 'user.manage' },
  { to: '/administration/groups', label: t('shared.groups'), needs: 'user.manage' },
  { to: '/administration/invitations', label: t('administration.invitations'), needs: 'user.manage' },
  { to: '/administration/backup', label: t('administration.backup'), needs: 'system.manage' },
  { to: '/administration/audit', label: t('administration.audit'), needs: 'system.manage' },
];

/** Layout of the administration's pages, with a note for people without access. */
export function AdministrationLayout() {
  const { permissions } = useUser();
  const { pathname } = useLocation();
  const open = pages().filter(({ needs }) => permissions.includes(needs));
  const needed = pages().find(({ to }) => to === pathname)?.needs;
  const isMissing = needed !== undefined && !permissions.includes(needed);
  const nothing = isMissing ? (
    <EmptyState
      icon={IconLock}
      title={t(`administration.holders.${needed}`)}
      hint={t('administration.your_account_does_not_hold_the', { needed: t(`names.permission.${needed}`) })}
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
