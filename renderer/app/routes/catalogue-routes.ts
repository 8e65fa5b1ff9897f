import type { RouteObject } from 'react-router';
import { lazyPage } from '../page.tsx';

/** ATT&CK, and the organisations that exercises are for. */
export const catalogueRoutes: RouteObject[] = [
  {
    path: '/catalogue',
    lazy: lazyPage(() => import('../../features/catalogue/matrix/matrix-page.tsx'), 'MatrixPage'),
  },
  {
    path: '/catalogue/status',
    lazy: lazyPage(() => import('../../features/catalogue/catalogue-status-page.tsx'), 'CatalogueStatusPage'),
  },
  {
    path: '/catalogue/threats',
    lazy: lazyPage(() => import('../../features/catalogue/threats/threats-page.tsx'), 'ThreatsPage'),
  },
  {
    path: '/catalogue/threats/:threatId',
    lazy: lazyPage(() => import('../../features/catalogue/threats/threat-page.tsx'), 'ThreatPage'),
  },
  {
    path: '/catalogue/plan',
    lazy: lazyPage(() => import('../../features/catalogue/threats/plan-page.tsx'), 'PlanPage'),
  },
  {
    path: '/catalogue/:techniqueId',
    lazy: lazyPage(() => import('../../features/catalogue/technique-page.tsx'), 'TechniquePage'),
  },
  {
    path: '/organisations',
    lazy: lazyPage(() => import('../../features/organisations/organisations-page.tsx'), 'OrganisationsPage'),
  },
  {
    path: '/organisations/:organisationId',
    lazy: lazyPage(() => import('../../features/organisations/organisation-page.tsx'), 'OrganisationPage'),
  },
  {
    path: '/organisations/:organisationId/gaps',
    lazy: lazyPage(() => import('../../features/organisations/gaps-page.tsx'), 'GapsPage'),
  },
];
