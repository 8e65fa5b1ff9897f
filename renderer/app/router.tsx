import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { setupState } from '../api/accounts/accounts.ts';
import { detectionLevels } from '../api/catalogue/detection-levels.ts';
import { getSession, hasSessionEnded, isFirstSession } from '../api/connection/session.ts';
import { missionTest } from '../api/missions/mission-tests.ts';
import { mission } from '../api/missions/missions.ts';
import { toLocalPath } from '../features/session/local-path.ts';
import { takeProviderAnswer } from '../features/session/provider-answer.ts';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { toPageKey } from '../ui/dialogs/beside.ts';
import { withWords } from '../words.ts';
import { CrashReport } from './error-boundary.tsx';
import { fetchCodeAhead } from './fetch-ahead.ts';
import { keepFocus } from './keep-focus.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { isOpenToAll } from './open-pages.ts';
import { lazyPage } from './page.tsx';
import { openPalette } from './palette.tsx';
import { administrationRoutes } from './routes/administration-routes.ts';
import { catalogueRoutes } from './routes/catalogue-routes.ts';
import { engagementRoutes } from './routes/engagement-routes.ts';
import { importRoutes } from './routes/import-routes.ts';
import { missionRoutes } from './routes/mission-routes.ts';
import { ruleRoutes } from './routes/rule-routes.ts';
import { templateRoutes } from './routes/template-routes.ts';
import { Shell } from './shell.tsx';

const DesktopPart =
  window.desktop === undefined
    ? null
    : lazy(
        withWords(
          () =>
            import('../features/desktop/desktop-part.tsx').then((part) => ({ default: part.DesktopPart })),
          'desktop',
        ),
      );

/** Every area is a lazy route, except the sign-in page, which must open while the server is down. */
export function createRouter(queryClient: QueryClient) {
  const requireSignedIn = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    // If the server ended the session, the sign-in opens over the page.
    if (getSession() !== null || hasSessionEnded() || isOpenToAll(pathname)) return null;
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return redirect(`/sign-in${next}`);
  };
  const isSetUp = async () => {
    const state = await queryClient.fetchQuery({ ...setupState, retry: false }).catch(() => null);
    return state?.required === false ? redirect('/sign-in') : null;
  };
  const goOnOrSetUp = async ({ request }: { request: Request }) => {
    const next = toLocalPath(new URL(request.url).searchParams.get('next'));
    if (getSession() !== null) return redirect(next);
    // Someone has signed in here, so the setup is done, even if the server is down.
    if (!isFirstSession()) return null;
    const state = await queryClient.fetchQuery({ ...setupState, retry: false }).catch(() => null);
    return state?.required ? redirect('/setup') : null;
  };
  // Fetched along with the page's code; the page waits for the answer and shows its error.
  const askForMission = ({ params: { missionId = '', testId } }: LoaderFunctionArgs) => {
    if (getSession() === null) return null;
    void queryClient.ensureQueryData(mission(missionId)).catch(() => null);
    void queryClient.ensureQueryData(detectionLevels).catch(() => null);
    if (testId !== undefined) {
      void queryClient.ensureQueryData(missionTest(missionId, testId)).catch(() => null);
    }
    return null;
  };
  const routes: RouteObject[] = [
    {
      element: <Root />,
      errorElement: <RouteCrash />,
      hydrateFallbackElement: <></>,
      children: [
        {
          path: '/setup',
          loader: isSetUp,
          lazy: lazyPage(() => import('../features/session/setup-page.tsx'), 'SetupPage'),
        },
        {
          path: '/sign-in',
          loader: goOnOrSetUp,
          element: <SignInPage onFirstUse={(next) => fetchCodeAhead(routes, [next, '/missions'])} />,
        },
        {
          path: '/sign-in/with/:provider',
          loader: takeProviderAnswer(queryClient),
          shouldRevalidate: () => false,
          lazy: lazyPage(
            () => import('../features/session/provider-return-page.tsx'),
            'ProviderReturnPage',
            'identities',
          ),
        },
        {
          path: '/invitation',
          lazy: lazyPage(() => import('../features/session/invitation-page.tsx'), 'InvitationPage'),
        },
        {
          element: <Shell />,
          loader: requireSignedIn,
          // Navigation should notice an ended session.
          shouldRevalidate: () => true,
          children: [
            {
              errorElement: <RouteCrash />,
              children: [
                {
                  index: true,
                  lazy: lazyPage(
                    () => import('../features/home/home-page.tsx'),
                    'HomePage',
                    'home',
                    'missions',
                    'history',
                  ),
                },
                ...missionRoutes(askForMission),
                ...engagementRoutes,
                ...templateRoutes,
                ...importRoutes,
                ...ruleRoutes,
                ...catalogueRoutes,
                ...administrationRoutes,
                { path: '*', element: <NotFoundPage /> },
              ],
            },
          ],
        },
      ],
    },
  ];
  return createBrowserRouter(routes);
}

function Root() {
  useEffect(keepFocus, []);
  return (
    <>
      <Outlet />
      {/* A list keeps its scroll position, however a person returns to it. */}
      <ScrollRestoration
        getKey={({ pathname, key, state }) => (state?.fromTop ? key : toPageKey(pathname))}
      />
      {DesktopPart === null ? null : (
        <Suspense>
          <DesktopPart onPalette={openPalette} />
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
