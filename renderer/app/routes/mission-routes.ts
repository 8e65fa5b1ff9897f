import type { LoaderFunction, RouteObject } from 'react-router';
import { lazyPage } from '../page.tsx';

/** Missions, their tabs and their tests. `askForMission` begins to read what the page shows beside its code. */
export function missionRoutes(askForMission: LoaderFunction): RouteObject[] {
  const routes: RouteObject[] = [
    {
      path: '/missions',
      lazy: lazyPage(() => import('../../features/missions/list/missions-page.tsx'), 'MissionsPage'),
    },
    {
      path: '/missions/:missionId',
      loader: askForMission,
      lazy: lazyPage(() => import('../../features/missions/mission-page.tsx'), 'MissionPage'),
      children: [
        {
          lazy: lazyPage(() => import('../../features/missions/table/tests-tab.tsx'), 'TestsTab'),
          children: [
            { index: true, element: null },
            {
              path: 'tests/:testId',
              loader: askForMission,
              lazy: lazyPage(() => import('../../features/missions/mission-tests/test-page.tsx'), 'TestPage'),
              children: [
                { index: true, element: null },
                {
                  path: 'history',
                  lazy: lazyPage(() => import('../../features/history/test-history.tsx'), 'TestHistory'),
                },
              ],
            },
          ],
        },
        {
          path: 'timeline',
          lazy: lazyPage(() => import('../../features/missions/timeline/timeline-tab.tsx'), 'TimelineTab'),
        },
        {
          path: 'report',
          lazy: lazyPage(() => import('../../features/missions/report/report-tab.tsx'), 'ReportTab'),
        },
        {
          path: 'results',
          lazy: lazyPage(() => import('../../features/missions/results/results-tab.tsx'), 'ResultsTab'),
        },
        {
          path: 'remediation',
          lazy: lazyPage(
            () => import('../../features/missions/remediation/remediation-tab.tsx'),
            'RemediationTab',
          ),
        },
        {
          path: 'history',
          lazy: lazyPage(() => import('../../features/history/mission-history-tab.tsx'), 'MissionHistoryTab'),
        },
      ],
    },
    {
      path: '/missions/:missionId/reports/:reportId',
      loader: askForMission,
      lazy: lazyPage(() => import('../../features/missions/report/report-page.tsx'), 'ReportPage'),
      children: [
        { index: true, element: null },
        {
          path: 'history',
          lazy: lazyPage(() => import('../../features/history/report-history.tsx'), 'ReportHistory'),
        },
      ],
    },
  ];
  return routes;
}
