import { AppShell, Burger, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconInfoCircle, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { hasSessionEnded, useSession } from '../api/session.ts';
import { Later } from '../ui/later.tsx';
import { Name } from '../ui/name.tsx';
import { listAreas } from './areas.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { HelpMenu } from './help-menu.tsx';
import { useKeyboardHelp } from './keyboard-shortcuts.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { isOpenToAll } from './open-pages.ts';
import { PaletteButton, PaletteHost } from './palette.tsx';
import { PasswordBanner } from './password-banner.tsx';
import { useScrollBack } from './scroll-back.ts';
import styles from './shell.module.css';
import { useSignOut } from './use-sign-out.tsx';

const NetworkMenu =
  window.desktop === undefined
    ? null
    : lazy(() =>
        import('../features/desktop/network-menu.tsx').then((part) => ({ default: part.NetworkMenu })),
      );

/** What stands around every page behind the sign-in: navigation, the person, and a quiet word when the server is gone. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useKeyboardHelp();
  useScrollBack(session?.user.id ?? null, pathname + search);
  useEffect(() => {
    if (session !== null || isOpenToAll(pathname)) return;
    // The address may already be that of the sign-in before the page is drawn.
    const at = window.location;
    if (at.pathname === '/sign-in') return;
    const next = hasSessionEnded() ? `?next=${encodeURIComponent(at.pathname + at.search)}` : '';
    navigate(`/sign-in${next}`, { replace: true });
  }, [session, navigate, pathname]);
  if (session === null) return isOpenToAll(pathname) ? <GuestShell /> : null;
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
          <Group ml="auto" gap="xs" wrap="nowrap" className={styles.tools as string}>
            {NetworkMenu === null ? null : (
              <Suspense>
                <NetworkMenu />
              </Suspense>
            )}
            <Later>
              <PaletteButton />
              <HelpMenu />
              <PersonMenu name={session.user.display_name} />
            </Later>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Areas">
        {listAreas(session.user.permissions).map(({ to, label, icon: Picture, end = false }) => (
          <NavLink key={to} to={to} end={end} onClick={close} className={styles.area as string}>
            <Picture size={17} stroke={1.6} aria-hidden />
            {label}
          </NavLink>
        ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <OfflineBanner />
        <PasswordBanner />
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </AppShell.Main>
      <PaletteHost />
    </AppShell>
  );
}

/** Around a page that needs no sign-in, for somebody who has not signed in. */
function GuestShell() {
  return (
    <AppShell header={{ height: 44 }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Text fw={700} c="damson">
            Damson
          </Text>
          <Button component={Link} to="/" size="xs" variant="default">
            Sign in
          </Button>
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <ErrorBoundary>
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
        <UnstyledButton className={styles.person as string}>
          <Text size="sm" component="span" className={styles.name as string}>
            <Name line>{name}</Name>
          </Text>
          <IconChevronDown size={14} aria-hidden />
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
