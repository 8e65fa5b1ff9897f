import type { LoaderFunction, RouteObject } from 'react-router';
import { ExercisePages } from '../../ui/times/time.tsx';
import { lazyPage } from '../page.tsx';

/** Missions, their tabs and their tests. `askForMission` starts reading data while the page's code is fetched. */
export function missionRoutes(askForMission: LoaderFunction): RouteObject[] {
  const routes: RouteObject[] = [
    {
      path: '/missions',
      lazy: lazyPage(
        () => import('../../features/missions/list/missions-page.tsx'),
        'MissionsPage',
        'missions',
      ),
    },
    {
      path: '/figures',
      lazy: lazyPage(
        () => import('../../features/missions/results/figure-tests-page.tsx'),
        'FigureTestsPage',
        'missions',
      ),
    },
    {
      path: '/comparison',
      lazy: lazyPage(
        () => import('../../features/missions/comparison/comparison-page.tsx'),
        'ComparisonPage',
        'missions',
        'imports',
      ),
    },
    {
      path: '/missions/:missionId',
      loader: askForMission,
      lazy: lazyPage(() => import('../../features/missions/mission-page.tsx'), 'MissionPage', 'missions'),
      children: [
        {
          lazy: lazyPage(
            () => import('../../features/missions/table/tests-tab.tsx'),
            'TestsTab',
            'missions',
            'path',
          ),
          children: [
            { index: true, element: null },
            {
              path: 'tests/:testId',
              loader: askForMission,
              lazy: lazyPage(
                () => import('../../features/missions/mission-tests/test-page.tsx'),
                'TestPage',
                'missions',
                'path',
              ),
              children: [
                { index: true, element: null },
                {
                  path: 'history',
                  lazy: lazyPage(
                    () => import('../../features/history/test-history.tsx'),
                    'TestHistory',
                    'missions',
                    'history',
                  ),
                },
              ],
            },
          ],
        },
        {
          path: 'timeline',
          lazy: lazyPage(
            () => import('../../features/missions/timeline/timeline-tab.tsx'),
            'TimelineTab',
            'missions',
          ),
        },
        {
          path: 'path',
          lazy: lazyPage(
            () => import('../../features/missions/path/path-tab.tsx'),
            'PathTab',
            'missions',
            'path',
          ),
        },
        {
          path: 'sightings',
          lazy: lazyPage(
            () => import('../../features/missions/sightings/sightings-tab.tsx'),
            'SightingsTab',
            'missions',
            'history',
            'alerts',
            'sightings',
          ),
        },
        {
          path: 'replay',
          lazy: lazyPage(
            () => import('../../features/missions/replay/replay-tab.tsx'),
            'ReplayTab',
            'missions',
            'replay',
          ),
        },
        {
          path: 'alerts',
          lazy: lazyPage(
            () => import('../../features/missions/alerts/alerts-tab.tsx'),
            'AlertsTab',
            'missions',
            'alerts',
            'columns',
          ),
        },
        {
          path: 'report',
          lazy: lazyPage(
            () => import('../../features/missions/report/report-tab.tsx'),
            'ReportTab',
            'missions',
            'history',
            'reports',
          ),
        },
        {
          path: 'results',
          lazy: lazyPage(
            () => import('../../features/missions/results/results-tab.tsx'),
            'ResultsTab',
            'missions',
          ),
        },
        {
          path: 'findings',
          lazy: lazyPage(
            () => import('../../features/missions/findings/findings-tab.tsx'),
            'FindingsTab',
            'missions',
          ),
          children: [
            { index: true, element: null },
            {
              path: 'suggestions',
              lazy: lazyPage(
                () => import('../../features/missions/findings/suggestions-page.tsx'),
                'SuggestionsPage',
                'missions',
              ),
            },
            {
              path: ':findingId',
              lazy: lazyPage(
                () => import('../../features/missions/findings/finding-page.tsx'),
                'FindingPage',
                'missions',
              ),
              children: [
                { index: true, element: null },
                {
                  path: 'history',
                  lazy: lazyPage(
                    () => import('../../features/history/finding-history.tsx'),
                    'FindingHistory',
                    'missions',
                    'history',
                  ),
                },
              ],
            },
          ],
        },
        {
          path: 'remediation',
          lazy: lazyPage(
            () => import('../../features/missions/remediation/remediation-tab.tsx'),
            'RemediationTab',
            'missions',
            'rules',
          ),
        },
        {
          path: 'tlpt',
          lazy: lazyPage(
            () => import('../../features/missions/tlpt/tlpt-tab.tsx'),
            'TlptTab',
            'missions',
            'history',
            'tlpt',
          ),
        },
        {
          path: 'history',
          lazy: lazyPage(
            () => import('../../features/history/mission-history-tab.tsx'),
            'MissionHistoryTab',
            'missions',
            'history',
          ),
        },
      ],
    },
    {
      path: '/missions/:missionId/wall',
      loader: askForMission,
      handle: { isBare: true },
      lazy: lazyPage(
        () => import('../../features/wall/wall-page.tsx'),
        'WallPage',
        'home',
        'missions',
        'history',
      ),
    },
    {
      path: '/missions/:missionId/reports/:reportId',
      loader: askForMission,
      lazy: lazyPage(
        () => import('../../features/missions/report/report-page.tsx'),
        'ReportPage',
        'missions',
        'history',
        'reports',
        'report_hints',
        'report_sanitised',
      ),
      children: [
        { index: true, element: null },
        {
          path: 'history',
          lazy: lazyPage(
            () => import('../../features/history/report-history.tsx'),
            'ReportHistory',
            'missions',
            'history',
          ),
        },
      ],
    },
  ];
  return [{ Component: ExercisePages, children: routes }];
}
