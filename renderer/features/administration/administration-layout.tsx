import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Outlet, useLocation } from 'react-router';
import { isAdministrator, type Permission } from '../../../domain/permissions.ts';
import { useUser } from '../../api/connection/session.ts';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { t } from '../../words.ts';

type Page = {
  to: string;
  label: string;
  needs: Extract<Permission, 'user.manage' | 'system.manage'>;
  /** Whether the permission is not enough. */
  isForAdministrators?: true;
};

const pages = (): readonly Page[] => [
  { to: '/administration/users', label: t('administration.users'), needs: 'user.manage' },
  { to: '/administration/groups', label: t('shared.groups'), needs: 'user.manage' },
  { to: '/administration/invitations', label: t('administration.invitations'), needs: 'user.manage' },
  {
    to: '/administration/tokens',
    label: t('administration.tokens_tab'),
    needs: 'user.manage',
    isForAdministrators: true,
  },
  { to: '/administration/sign-in', label: t('administration.sign_in_tab'), needs: 'system.manage' },
  { to: '/administration/backup', label: t('administration.backup'), needs: 'system.manage' },
  { to: '/administration/audit', label: t('administration.audit'), needs: 'system.manage' },
];

/** Layout of the administration's pages, with a note for people without access. */
export function AdministrationLayout() {
  const { permissions, role } = useUser();
  const { pathname } = useLocation();
  const mayOpen = ({ needs, isForAdministrators }: Page) =>
    permissions.includes(needs) && (!isForAdministrators || isAdministrator(role));
  const open = pages().filter(mayOpen);
  const page = pages().find(({ to }) => to === pathname);
  const nothing = page === undefined || mayOpen(page) ? null : <Closed page={page} />;
  return (
    <Stack gap="md">
      <PageHead title={t('administration.administration')} />
      {open.length === 0 ? null : <SubNavigation label={t('administration.administration')} pages={open} />}
      {nothing ?? <Outlet />}
    </Stack>
  );
}

function Closed({ page: { needs, isForAdministrators } }: { page: Page }) {
  if (isForAdministrators) {
    return (
      <EmptyState
        icon={IconLock}
        title={t('administration.tokens_reserved')}
        hint={t('administration.tokens_reserved_hint')}
      />
    );
  }
  return (
    <EmptyState
      icon={IconLock}
      title={t(`administration.holders.${needs}`)}
      hint={t('administration.your_account_does_not_hold_the', { needed: t(`permissions.name.${needs}`) })}
    />
  );
}
