import { AppShell, Burger, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { hasSessionEnded, useSession } from '../api/connection/session.ts';
import { ImportDrop } from '../features/interchange/import-drop.tsx';
import { SignInAgain } from '../features/session/sign-in-again.tsx';
import { toPageKey } from '../ui/dialogs/beside.ts';
import { Later } from '../ui/times/later.tsx';
import { t, withWords } from '../words.ts';
import { listAreas } from './areas.ts';
import { Bell } from './bell.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { HelpMenu } from './help-menu.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { isOpenToAll } from './open-pages.ts';
import { PaletteButton, PaletteHost } from './palette.tsx';
import { PasswordBanner } from './password-banner.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useScrollBack } from './scroll-back.ts';
import { SessionEndBanner } from './session-end-banner.tsx';
import styles from './shell.module.css';
import { contentId, SkipLink } from './skip-link.tsx';
import { useShellKeys } from './use-shell-keys.ts';

const NetworkMenu =
  window.desktop === undefined
    ? null
    : lazy(
        withWords(
          () =>
            import('../features/desktop/network-menu.tsx').then((part) => ({ default: part.NetworkMenu })),
          'desktop',
        ),
      );

/** Frame of every page behind the sign-in: navigation, the person, and a note when the server is down. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isBare = useMatches().some(({ handle }) => (handle as { isBare?: true } | undefined)?.isBare);
  useShellKeys();
  useScrollBack(session?.user.id ?? null, pathname + search);
  const userId = session?.user.id ?? null;
  /** Person whose pages are shown. */
  const [shownTo, setShownTo] = useState(userId);
  const isOthers = userId !== null && shownTo !== null && userId !== shownTo;
  useEffect(() => {
    // The address may already be the sign-in's before the page is rendered.
    if (userId !== null || hasSessionEnded() || isOpenToAll(pathname)) return;
    if (window.location.pathname !== '/sign-in') navigate('/sign-in', { replace: true });
  }, [userId, navigate, pathname]);
  useEffect(() => {
    if (userId === null) return;
    // The next person doesn't start on the last person's page.
    void Promise.resolve(isOthers ? navigate('/', { replace: true }) : null).then(() => setShownTo(userId));
  }, [userId, isOthers, navigate]);
  if (session === null) {
    if (isOpenToAll(pathname)) return <GuestShell />;
    return hasSessionEnded() ? <SignInAgain /> : null;
  }
  if (isOthers) return null;
  if (isBare) return <BareShell />;
  return (
    <AppShell
      header={{ height: 44 }}
      navbar={{ width: 190, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('app.navigation')}
          />
          <Text fw={500} c="damson">
            {t('app.damson')}
          </Text>
          <Group ml="auto" gap="xs" wrap="nowrap" className={styles.tools as string}>
            {NetworkMenu === null ? null : (
              <Suspense>
                <NetworkMenu />
              </Suspense>
            )}
            <Later>
              <PaletteButton />
              <Bell />
              <HelpMenu />
              <PersonMenu name={session.user.display_name} />
            </Later>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label={t('app.areas')}>
        {listAreas(session.user.permissions).map(({ to, label, icon: Picture, end = false }) => (
          <NavLink key={to} to={to} end={end} onClick={close} className={styles.area as string}>
            <Picture size={17} stroke={1.6} aria-hidden />
            {label}
          </NavLink>
        ))}
      </AppShell.Navbar>
      <AppShell.Main id={contentId} className={styles.main as string} tabIndex={-1} onKeyDown={leaveFilter}>
        <OfflineBanner />
        <PasswordBanner />
        <SessionEndBanner />
        <ErrorBoundary key={toPageKey(pathname)}>
          <Outlet />
        </ErrorBoundary>
      </AppShell.Main>
      <PaletteHost />
      <ImportDrop />
    </AppShell>
  );
}

/** Escape leaves a filter field once its list is closed. */
function leaveFilter(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.key !== 'Escape' || event.defaultPrevented || !target.matches('[role="search"] input')) return;
  if (target.getAttribute('aria-expanded') !== 'true') target.blur();
}

/** Frame of a page for a projector, which uses the whole screen. */
function BareShell() {
  return (
    <main id={contentId} tabIndex={-1}>
      <OfflineBanner />
      <SessionEndBanner />
      <ErrorBoundary>
        <Outlet />
      </ErrorBoundary>
      <PaletteHost />
    </main>
  );
}

/** Frame of a public page, for someone who has not signed in. */
function GuestShell() {
  return (
    <AppShell header={{ height: 44 }} padding="md">
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Text fw={500} c="damson">
            {t('app.damson')}
          </Text>
          <Button component={Link} to="/" size="xs" variant="default">
            {t('app.sign_in')}
          </Button>
        </Group>
      </AppShell.Header>
      <AppShell.Main id={contentId} tabIndex={-1}>
        <ErrorBoundary>
          <Outlet />
        </ErrorBoundary>
      </AppShell.Main>
    </AppShell>
  );
}
