import type { RouteObject } from 'react-router';
import { ExercisePages } from '../../ui/times/time.tsx';
import { lazyPage } from '../page.tsx';

const routes: RouteObject[] = [
  {
    path: '/engagements',
    lazy: lazyPage(
      () => import('../../features/engagements/engagements-page.tsx'),
      'EngagementsPage',
      'engagements',
    ),
  },
  {
    path: '/engagements/templates',
    lazy: lazyPage(
      () => import('../../features/simulations/templates/simulation-templates-page.tsx'),
      'SimulationTemplatesPage',
      'engagements',
    ),
  },
  {
    path: '/engagements/:engagementId',
    lazy: lazyPage(
      () => import('../../features/engagements/engagement-page.tsx'),
      'EngagementPage',
      'engagements',
      'missions',
    ),
  },
  {
    path: '/engagements/:engagementId/c2',
    lazy: lazyPage(() => import('../../features/c2/c2-page.tsx'), 'C2Page', 'engagements', 'missions'),
  },
  {
    path: '/engagements/:engagementId/history',
    lazy: lazyPage(
      () => import('../../features/history/engagement-history-page.tsx'),
      'EngagementHistoryPage',
      'engagements',
      'missions',
      'history',
    ),
  },
  {
    path: '/engagements/:engagementId/simulations/:simulationId',
    lazy: lazyPage(
      () => import('../../features/simulations/simulation-page.tsx'),
      'SimulationPage',
      'engagements',
      'missions',
    ),
    children: [
      { index: true, element: null },
      {
        path: 'history',
        lazy: lazyPage(
          () => import('../../features/history/simulation-history.tsx'),
          'SimulationHistory',
          'missions',
          'history',
        ),
      },
    ],
  },
];

/** Engagements, their simulations and templates. */
export const engagementRoutes: RouteObject[] = [{ Component: ExercisePages, children: routes }];
