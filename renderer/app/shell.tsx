import { AppShell, Burger, Group, Menu, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type Icon,
  IconChevronDown,
  IconGridDots,
  IconHome2,
  IconInfoCircle,
  IconLogout,
  IconSwords,
  IconTarget,
  IconTemplate,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, Outlet, NavLink as RouterLink, useLocation, useNavigate } from 'react-router';
import type { Permission } from '../../server/permissions.ts';
import { sessionWasEnded, useSession } from '../api/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useScrollBack } from './scroll-back.ts';
import { useSignOut } from './use-sign-out.tsx';

type Area = { to: string; label: string; icon: Icon; end?: boolean; needs?: Permission };

const areas: readonly Area[] = [
  { to: '/', label: 'Home', icon: IconHome2, end: true },
  { to: '/missions', label: 'Missions', icon: IconTarget, needs: 'mission.read' },
  { to: '/engagements', label: 'Engagements', icon: IconSwords },
  { to: '/templates', label: 'Templates', icon: IconTemplate, needs: 'test_template.read' },
  { to: '/catalogue', label: 'Catalogue', icon: IconGridDots },
  { to: '/administration', label: 'Administration', icon: IconUsersGroup, needs: 'user.manage' },
];

/** What stands around every page behind the sign-in: navigation, the person, and a quiet word when the server is gone. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useScrollBack(session?.user.id ?? null, pathname + search);
  useEffect(() => {
    if (session !== null) return;
    const next = sessionWasEnded() ? `?next=${encodeURIComponent(pathname + search)}` : '';
    navigate(`/sign-in${next}`, { replace: true });
  }, [session, navigate, pathname, search]);
  if (session === null) return null;
  return (
    <AppShell
      header={{ height: 44 }}
      navbar={{ width: 190, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
          <Text fw={700} c="damson">
            Damson
          </Text>
          <Group ml="auto">
            <PersonMenu name={session.user.display_name} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Areas">
        {areas
          .filter(({ needs }) => needs === undefined || session.user.permissions.includes(needs))
          .map(({ to, label, icon: Picture, end = false }) => (
            <RouterLink
              key={to}
              to={to}
              end={end}
              onClick={close}
              style={{ textDecoration: 'none', color: 'inherit' }}
            >
              {({ isActive }) => (
                <NavLink
                  component="span"
                  label={label}
                  active={isActive}
                  leftSection={<Picture size={17} stroke={1.6} aria-hidden />}
                />
              )}
            </RouterLink>
          ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <OfflineBanner />
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </AppShell.Main>
    </AppShell>
  );
}

function PersonMenu({ name }: { name: string }) {
  const leave = useSignOut();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton>
          <Group gap={4}>
            <Text size="sm">{name}</Text>
            <IconChevronDown size={14} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={15} aria-hidden />}>
          My account
        </Menu.Item>
        <Menu.Item component={Link} to="/about" leftSection={<IconInfoCircle size={15} aria-hidden />}>
          About Damson
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
