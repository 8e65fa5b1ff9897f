import { type RouteObject, redirect } from 'react-router';
import { getSession } from '../../api/connection/session.ts';
import { lazyPage } from '../page.tsx';

/** The guide, one's own account, and administration. */
export const administrationRoutes: RouteObject[] = [
  {
    path: '/help/:page?',
    lazy: lazyPage(() => import('../../features/help/help-page.tsx'), 'HelpPage', 'administration'),
  },
  {
    path: '/account',
    lazy: lazyPage(
      () => import('../../features/administration/account-page.tsx'),
      'AccountPage',
      'administration',
      'tokens',
      'identities',
    ),
  },
  {
    path: '/about',
    lazy: lazyPage(
      () => import('../../features/administration/about-page.tsx'),
      'AboutPage',
      'administration',
      'desktop',
    ),
  },
  {
    path: '/administration',
    lazy: lazyPage(
      () => import('../../features/administration/administration-layout.tsx'),
      'AdministrationLayout',
      'administration',
    ),
    children: [
      { index: true, loader: () => redirect(findAdministrationStart()) },
      {
        path: 'users',
        lazy: lazyPage(
          () => import('../../features/administration/users/users-page.tsx'),
          'UsersPage',
          'administration',
          'identities',
        ),
      },
      {
        path: 'groups',
        lazy: lazyPage(
          () => import('../../features/administration/groups/groups-page.tsx'),
          'GroupsPage',
          'administration',
        ),
      },
      {
        path: 'invitations',
        lazy: lazyPage(
          () => import('../../features/administration/invitations/invitations-page.tsx'),
          'InvitationsPage',
          'administration',
        ),
      },
      {
        path: 'tokens',
        lazy: lazyPage(
          () => import('../../features/administration/tokens/tokens-page.tsx'),
          'TokensPage',
          'administration',
          'tokens',
        ),
      },
      {
        path: 'sign-in',
        lazy: lazyPage(
          () => import('../../features/administration/identities/providers-page.tsx'),
          'ProvidersPage',
          'identities',
        ),
      },
      {
        path: 'backup',
        lazy: lazyPage(
          () => import('../../features/administration/backup/backup-page.tsx'),
          'BackupPage',
          'administration',
        ),
      },
      {
        path: 'audit',
        lazy: lazyPage(
          () => import('../../features/history/audit/audit-page.tsx'),
          'AuditPage',
          'history',
          'audit',
          'missions',
        ),
      },
    ],
  },
];

function findAdministrationStart(): string {
  const { permissions = [] } = getSession()?.user ?? {};
  const isForBackups = permissions.includes('system.manage') && !permissions.includes('user.manage');
  return isForBackups ? '/administration/backup' : '/administration/users';
}
