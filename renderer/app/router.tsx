import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { setupState } from '../api/accounts.ts';
import { detectionLevels } from '../api/detection-levels.ts';
import { missionTest } from '../api/mission-tests.ts';
import { mission } from '../api/missions.ts';
import { getSession, isFirstSession } from '../api/session.ts';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { CrashReport } from './error-boundary.tsx';
import { fetchCodeAhead } from './fetch-ahead.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { isOpenToAll } from './open-pages.ts';
import { lazyPage } from './page.tsx';
import { openPalette } from './palette.tsx';
import { Shell } from './shell.tsx';

const DesktopPart =
  window.desktop === undefined
    ? null
    : lazy(() =>
        import('../features/desktop/desktop-part.tsx').then((part) => ({ default: part.DesktopPart })),
      );

/** Every area is a lazy route. The sign-in page is not: it has to open when the server is gone. */
export function createRouter(queryClient: QueryClient) {
  const requireSignedIn = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    if (getSession() !== null || isOpenToAll(pathname)) return null;
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return redirect(`/sign-in${next}`);
  };
  const isSetUp = async () => {
    const state = await queryClient.fetchQuery({ ...setupState, retry: false }).catch(() => null);
    return state?.required === false ? redirect('/sign-in') : null;
  };
  const needsSetup = async () => {
    // Somebody has signed in here, so the set-up is done; the server may be gone.
    if (!isFirstSession()) return null;
    const state = await queryClient.fetchQuery({ ...setupState, retry: false }).catch(() => null);
    return state?.required ? redirect('/setup') : null;
  };
  // Fetched beside the page's code; the page waits for the answer and shows its error.
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
          loader: needsSetup,
          element: <SignInPage onFirstUse={(next) => fetchCodeAhead(routes, [next, '/missions'])} />,
        },
        {
          path: '/invitation',
          lazy: lazyPage(() => import('../features/session/invitation-page.tsx'), 'InvitationPage'),
        },
        {
          element: <Shell />,
          loader: requireSignedIn,
          // Going to another page should notice a session that has ended.
          shouldRevalidate: () => true,
          children: [
            {
              errorElement: <RouteCrash />,
              children: [
                { index: true, lazy: lazyPage(() => import('../features/home/home-page.tsx'), 'HomePage') },
                {
                  path: '/missions',
                  lazy: lazyPage(() => import('../features/missions/missions-page.tsx'), 'MissionsPage'),
                },
                {
                  path: '/missions/:missionId',
                  loader: askForMission,
                  lazy: lazyPage(() => import('../features/missions/mission-page.tsx'), 'MissionPage'),
                  children: [
                    {
                      index: true,
                      lazy: lazyPage(() => import('../features/missions/tests-tab.tsx'), 'TestsTab'),
                    },
                    {
                      path: 'remediation',
                      lazy: lazyPage(
                        () => import('../features/missions/remediation/remediation-tab.tsx'),
                        'RemediationTab',
                      ),
                    },
                    {
                      path: 'history',
                      lazy: lazyPage(
                        () => import('../features/history/mission-history-tab.tsx'),
                        'MissionHistoryTab',
                      ),
                    },
                  ],
                },
                {
                  path: '/missions/:missionId/tests/:testId',
                  loader: askForMission,
                  lazy: lazyPage(() => import('../features/missions/tests/test-page.tsx'), 'TestPage'),
                  children: [
                    { index: true, element: null },
                    {
                      path: 'history',
                      lazy: lazyPage(() => import('../features/history/test-history.tsx'), 'TestHistory'),
                    },
                  ],
                },
                {
                  path: '/engagements',
                  lazy: lazyPage(
                    () => import('../features/engagements/engagements-page.tsx'),
                    'EngagementsPage',
                  ),
                },
                {
                  path: '/engagements/templates',
                  lazy: lazyPage(
                    () => import('../features/simulations/templates/simulation-templates-page.tsx'),
                    'SimulationTemplatesPage',
                  ),
                },
                {
                  path: '/engagements/:engagementId',
                  lazy: lazyPage(
                    () => import('../features/engagements/engagement-page.tsx'),
                    'EngagementPage',
                  ),
                },
                {
                  path: '/engagements/:engagementId/c2',
                  lazy: lazyPage(() => import('../features/c2/c2-page.tsx'), 'C2Page'),
                },
                {
                  path: '/engagements/:engagementId/history',
                  lazy: lazyPage(
                    () => import('../features/history/engagement-history-page.tsx'),
                    'EngagementHistoryPage',
                  ),
                },
                {
                  path: '/engagements/:engagementId/simulations/:simulationId',
                  lazy: lazyPage(
                    () => import('../features/simulations/simulation-page.tsx'),
                    'SimulationPage',
                  ),
                  children: [
                    { index: true, element: null },
                    {
                      path: 'history',
                      lazy: lazyPage(
                        () => import('../features/history/simulation-history.tsx'),
                        'SimulationHistory',
                      ),
                    },
                  ],
                },
                {
                  path: '/templates',
                  lazy: lazyPage(
                    () => import('../features/templates/tests/test-template-list-page.tsx'),
                    'TestTemplateListPage',
                  ),
                },
                {
                  path: '/templates/new',
                  lazy: lazyPage(
                    () => import('../features/templates/tests/test-template-new-page.tsx'),
                    'TestTemplateNewPage',
                  ),
                },
                {
                  path: '/templates/:templateId',
                  lazy: lazyPage(
                    () => import('../features/templates/tests/test-template-page.tsx'),
                    'TestTemplatePage',
                  ),
                },
                {
                  path: '/templates/:templateId/edit',
                  lazy: lazyPage(
                    () => import('../features/templates/tests/test-template-edit-page.tsx'),
                    'TestTemplateEditPage',
                  ),
                },
                {
                  path: '/templates/scenarios',
                  lazy: lazyPage(
                    () => import('../features/templates/scenarios/scenario-list-page.tsx'),
                    'ScenarioListPage',
                  ),
                },
                {
                  path: '/templates/scenarios/new',
                  lazy: lazyPage(
                    () => import('../features/templates/scenarios/scenario-new-page.tsx'),
                    'ScenarioNewPage',
                  ),
                },
                {
                  path: '/templates/scenarios/:templateId',
                  lazy: lazyPage(
                    () => import('../features/templates/scenarios/scenario-page.tsx'),
                    'ScenarioPage',
                  ),
                },
                {
                  path: '/templates/scenarios/:templateId/edit',
                  lazy: lazyPage(
                    () => import('../features/templates/scenarios/scenario-edit-page.tsx'),
                    'ScenarioEditPage',
                  ),
                },
                {
                  path: '/catalogue',
                  lazy: lazyPage(() => import('../features/catalogue/matrix/matrix-page.tsx'), 'MatrixPage'),
                },
                {
                  path: '/catalogue/status',
                  lazy: lazyPage(
                    () => import('../features/catalogue/catalogue-status-page.tsx'),
                    'CatalogueStatusPage',
                  ),
                },
                {
                  path: '/catalogue/:techniqueId',
                  lazy: lazyPage(() => import('../features/catalogue/technique-page.tsx'), 'TechniquePage'),
                },
                {
                  path: '/organisations',
                  lazy: lazyPage(
                    () => import('../features/organisations/organisations-page.tsx'),
                    'OrganisationsPage',
                  ),
                },
                {
                  path: '/organisations/:organisationId',
                  lazy: lazyPage(
                    () => import('../features/organisations/organisation-page.tsx'),
                    'OrganisationPage',
                  ),
                },
                {
                  path: '/help/:page?',
                  lazy: lazyPage(() => import('../features/help/help-page.tsx'), 'HelpPage'),
                },
                {
                  path: '/account',
                  lazy: lazyPage(() => import('../features/administration/account-page.tsx'), 'AccountPage'),
                },
                {
                  path: '/about',
                  lazy: lazyPage(() => import('../features/administration/about-page.tsx'), 'AboutPage'),
                },
                {
                  path: '/administration',
                  lazy: lazyPage(
                    () => import('../features/administration/administration-layout.tsx'),
                    'AdministrationLayout',
                  ),
                  children: [
                    { index: true, loader: () => redirect(findAdministrationStart()) },
                    {
                      path: 'users',
                      lazy: lazyPage(
                        () => import('../features/administration/users/users-page.tsx'),
                        'UsersPage',
                      ),
                    },
                    {
                      path: 'groups',
                      lazy: lazyPage(
                        () => import('../features/administration/groups/groups-page.tsx'),
                        'GroupsPage',
                      ),
                    },
                    {
                      path: 'invitations',
                      lazy: lazyPage(
                        () => import('../features/administration/invitations/invitations-page.tsx'),
                        'InvitationsPage',
                      ),
                    },
                    {
                      path: 'backup',
                      lazy: lazyPage(
                        () => import('../features/administration/backup/backup-page.tsx'),
                        'BackupPage',
                      ),
                    },
                    {
                      path: 'audit',
                      lazy: lazyPage(() => import('../features/history/audit/audit-page.tsx'), 'AuditPage'),
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
  ];
  return createBrowserRouter(routes);
}

function findAdministrationStart(): string {
  const { permissions = [] } = getSession()?.user ?? {};
  const isForBackups = permissions.includes('system.manage') && !permissions.includes('user.manage');
  return isForBackups ? '/administration/backup' : '/administration/users';
}

function Root() {
  return (
    <>
      <Outlet />
      {/* Whoever comes back to a list is where they were in it, whichever way they came. */}
      <ScrollRestoration getKey={({ pathname }) => pathname} />
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
