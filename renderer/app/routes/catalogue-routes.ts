import type { RouteObject } from 'react-router';
import { lazyPage } from '../page.tsx';

/** ATT&CK and the organisations. */
export const catalogueRoutes: RouteObject[] = [
  {
    path: '/catalogue',
    lazy: lazyPage(
      () => import('../../features/catalogue/matrix/matrix-page.tsx'),
      'MatrixPage',
      'catalogue',
    ),
  },
  {
    path: '/catalogue/status',
    lazy: lazyPage(
      () => import('../../features/catalogue/catalogue-status-page.tsx'),
      'CatalogueStatusPage',
      'catalogue',
    ),
  },
  {
    path: '/catalogue/threats',
    lazy: lazyPage(
      () => import('../../features/catalogue/threats/threats-page.tsx'),
      'ThreatsPage',
      'catalogue',
    ),
  },
  {
    path: '/catalogue/threats/:threatId',
    lazy: lazyPage(
      () => import('../../features/catalogue/threats/threat-page.tsx'),
      'ThreatPage',
      'catalogue',
    ),
  },
  {
    path: '/catalogue/plan',
    lazy: lazyPage(
      () => import('../../features/catalogue/threats/plan-page.tsx'),
      'PlanPage',
      'catalogue',
      'missions',
    ),
  },
  {
    path: '/catalogue/:techniqueId',
    lazy: lazyPage(() => import('../../features/catalogue/technique-page.tsx'), 'TechniquePage', 'catalogue'),
  },
  {
    path: '/organisations',
    lazy: lazyPage(
      () => import('../../features/organisations/organisations-page.tsx'),
      'OrganisationsPage',
      'catalogue',
    ),
  },
  {
    path: '/organisations/:organisationId',
    lazy: lazyPage(
      () => import('../../features/organisations/organisation-page.tsx'),
      'OrganisationPage',
      'catalogue',
      'missions',
      'engagements',
    ),
  },
  {
    path: '/organisations/:organisationId/gaps',
    lazy: lazyPage(() => import('../../features/organisations/gaps-page.tsx'), 'GapsPage', 'catalogue'),
  },
];
