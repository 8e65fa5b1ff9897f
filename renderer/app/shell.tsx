import { Alert, AppShell, Burger, Button, Group, Menu, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type Icon,
  IconChevronDown,
  IconGridDots,
  IconHome2,
  IconInfoCircle,
  IconLogout,
  IconPlugConnectedX,
  IconSwords,
  IconTarget,
  IconTemplate,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Link, Outlet, NavLink as RouterLink, useLocation, useNavigate } from 'react-router';
import type { Permission } from '../../server/permissions.ts';
import { signOut } from '../api/accounts.ts';
import { isOffline } from '../api/problem.ts';
import { closeSession, useSession } from '../api/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';

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
  useEffect(() => {
    if (session !== null) return;
    navigate(`/sign-in?next=${encodeURIComponent(pathname + search)}`, { replace: true });
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
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut().catch(() => {});
    closeSession(false);
    queryClient.clear();
    await navigate('/sign-in');
    // Whoever sits down here next finds nothing of what was left unsaved.
    const [{ forgetDrafts }, { forgetUploads }] = await Promise.all([
      import('../ui/record/use-field-writer.ts'),
      import('../features/mission-tests/uploads.ts'),
    ]);
    forgetDrafts();
    forgetUploads();
  };
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
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function OfflineBanner() {
  const queryClient = useQueryClient();
  const gone = useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () =>
      queryClient
        .getQueryCache()
        .getAll()
        .some((query) => isOffline(query.state.error) || isOffline(query.state.fetchFailureReason)),
  );
  if (!gone) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconPlugConnectedX />}
      mb="md"
      role="status"
      title="The server can not be reached"
    >
      <Group gap="sm">
        <Text size="sm">What you typed stays here. Damson tries again by itself.</Text>
        <Button size="xs" variant="default" onClick={() => queryClient.refetchQueries({ type: 'active' })}>
          Try now
        </Button>
      </Group>
    </Alert>
  );
}
