import type { RouteObject } from 'react-router';
import { lazyPage } from '../page.tsx';

/** Imports from other tools. */
export const importRoutes: RouteObject[] = [
  {
    path: '/imports',
    lazy: lazyPage(
      () => import('../../features/interchange/imports-page.tsx'),
      'ImportsPage',
      'imports',
      'missions',
    ),
  },
  {
    path: '/imports/:importId',
    lazy: lazyPage(
      () => import('../../features/interchange/import-page.tsx'),
      'ImportPage',
      'imports',
      'columns',
      'missions',
    ),
  },
];
