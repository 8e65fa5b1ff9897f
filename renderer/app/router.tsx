import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { createBrowserRouter, Outlet, redirect, useRouteError } from 'react-router';
import { setupState } from '../api/accounts.ts';
import { getSession } from '../api/session.ts';
import { CrashReport } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

const DesktopPart =
  window.desktop === undefined
    ? null
    : lazy(() =>
        import('../features/desktop/desktop-part.tsx').then((part) => ({ default: part.DesktopPart })),
      );

/** Every area is a lazy route: the sign-in page loads none of them. */
export function createRouter(queryClient: QueryClient) {
  const signedIn = ({ request }: { request: Request }) => {
    if (getSession() !== null) return null;
    const { pathname, search } = new URL(request.url);
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return redirect(`/sign-in${next}`);
  };
  const needsSetup = async () => {
    const state = await queryClient.fetchQuery(setupState).catch(() => null);
    return state?.required ? redirect('/setup') : null;
  };
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <RouteCrash />,
      hydrateFallbackElement: <></>,
      children: [
        { path: '/setup', lazy: () => import('../features/session/setup-page.tsx') },
        { path: '/sign-in', loader: needsSetup, lazy: () => import('../features/session/sign-in-page.tsx') },
        { path: '/invitation', lazy: () => import('../features/session/invitation-page.tsx') },
        {
          element: <Shell />,
          loader: signedIn,
          // Leaving for another page is when a session that ended meanwhile should be noticed.
          shouldRevalidate: () => true,
          children: [
            {
              errorElement: <RouteCrash />,
              children: [
                { index: true, lazy: () => import('../features/home/home-page.tsx') },
                { path: '/missions', lazy: () => import('../features/missions/missions-page.tsx') },
                { path: '/missions/:missionId', lazy: () => import('../features/missions/mission-page.tsx') },
                {
                  path: '/missions/:missionId/tests/:testId',
                  lazy: () => import('../features/mission-tests/test-page.tsx'),
                },
                {
                  path: '/engagements',
                  lazy: () => import('../features/engagements/engagements-layout.tsx'),
                  children: [
                    { index: true, lazy: () => import('../features/engagements/engagements-page.tsx') },
                    { path: 'templates', lazy: () => import('../features/simulations/templates-page.tsx') },
                  ],
                },
                {
                  path: '/engagements/:engagementId',
                  lazy: () => import('../features/engagements/engagement-page.tsx'),
                },
                {
                  path: '/engagements/:engagementId/c2',
                  lazy: () => import('../features/c2/c2-page.tsx'),
                },
                {
                  path: '/engagements/:engagementId/simulations/:simulationId',
                  lazy: () => import('../features/simulations/simulation-page.tsx'),
                },
                {
                  path: '/templates',
                  lazy: () => import('../features/templates/test-template-list-page.tsx'),
                },
                {
                  path: '/templates/new',
                  lazy: () => import('../features/templates/test-template-new-page.tsx'),
                },
                {
                  path: '/templates/:templateId',
                  lazy: () => import('../features/templates/test-template-page.tsx'),
                },
                {
                  path: '/templates/:templateId/edit',
                  lazy: () => import('../features/templates/test-template-edit-page.tsx'),
                },
                {
                  path: '/templates/scenarios',
                  lazy: () => import('../features/templates/scenario-list-page.tsx'),
                },
                {
                  path: '/templates/scenarios/new',
                  lazy: () => import('../features/templates/scenario-new-page.tsx'),
                },
                {
                  path: '/templates/scenarios/:templateId',
                  lazy: () => import('../features/templates/scenario-page.tsx'),
                },
                {
                  path: '/templates/scenarios/:templateId/edit',
                  lazy: () => import('../features/templates/scenario-edit-page.tsx'),
                },
                { path: '/catalogue', lazy: () => import('../features/catalogue/matrix-page.tsx') },
                { path: '/catalogue/status', lazy: () => import('../features/catalogue/status-page.tsx') },
                {
                  path: '/catalogue/:techniqueId',
                  lazy: () => import('../features/catalogue/technique-page.tsx'),
                },
                { path: '/account', lazy: () => import('../features/administration/account-page.tsx') },
                { path: '/about', lazy: () => import('../features/administration/about-page.tsx') },
                {
                  path: '/administration',
                  lazy: () => import('../features/administration/administration-layout.tsx'),
                  children: [
                    { index: true, loader: () => redirect('/administration/users') },
                    { path: 'users', lazy: () => import('../features/administration/users-page.tsx') },
                    { path: 'groups', lazy: () => import('../features/administration/groups-page.tsx') },
                    {
                      path: 'invitations',
                      lazy: () => import('../features/administration/invitations-page.tsx'),
                    },
                  ],
                },
                { path: '*', element: <NotFoundPage /> },
              ],
            },
          ],
        },
      ],
    },
  ]);
}

function Root() {
  return (
    <>
      <Outlet />
      {DesktopPart === null ? null : (
        <Suspense>
          <DesktopPart />
        </Suspense>
      )}
    </>
  );
}

function RouteCrash() {
  const error = useRouteError();
  return (
    <CrashReport
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => location.reload()}
    />
  );
}
