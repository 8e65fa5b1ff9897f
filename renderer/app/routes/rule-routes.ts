import type { RouteObject } from 'react-router';
import { ExercisePages } from '../../ui/times/time.tsx';
import { lazyPage } from '../page.tsx';

const routes: RouteObject[] = [
  {
    path: '/rules',
    lazy: lazyPage(
      () => import('../../features/missions/rules/rules-page.tsx'),
      'RulesPage',
      'rules',
      'missions',
    ),
  },
  {
    path: '/rules/queue',
    lazy: lazyPage(
      () => import('../../features/missions/rules/queue-page.tsx'),
      'QueuePage',
      'rules',
      'missions',
    ),
  },
  {
    path: '/rules/:ruleId',
    lazy: lazyPage(
      () => import('../../features/missions/rules/rule-page.tsx'),
      'RulePage',
      'rules',
      'missions',
    ),
  },
];

/** Detection rules, their history, and those that have to fire. */
export const ruleRoutes: RouteObject[] = [{ Component: ExercisePages, children: routes }];
