import type { RouteObject } from 'react-router';
import { lazyPage } from '../page.tsx';

/** The library of tests and scenarios, and Word templates for reports. */
export const templateRoutes: RouteObject[] = [
  {
    path: '/templates',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-list-page.tsx'),
      'TestTemplateListPage',
      'templates',
      'missions',
    ),
  },
  {
    path: '/templates/new',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-new-page.tsx'),
      'TestTemplateNewPage',
      'templates',
      'missions',
    ),
  },
  {
    path: '/templates/reports',
    lazy: lazyPage(
      () => import('../../features/templates/reports/report-templates-page.tsx'),
      'ReportTemplatesPage',
      'templates',
    ),
  },
  {
    path: '/templates/:templateId',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-page.tsx'),
      'TestTemplatePage',
      'templates',
      'rules',
      'missions',
    ),
  },
  {
    path: '/templates/:templateId/edit',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-edit-page.tsx'),
      'TestTemplateEditPage',
      'templates',
      'missions',
    ),
  },
  {
    path: '/templates/scenarios',
    lazy: lazyPage(
      () => import('../../features/templates/scenarios/scenario-list-page.tsx'),
      'ScenarioListPage',
      'templates',
    ),
  },
  {
    path: '/templates/scenarios/new',
    lazy: lazyPage(
      () => import('../../features/templates/scenarios/scenario-new-page.tsx'),
      'ScenarioNewPage',
      'templates',
    ),
  },
  {
    path: '/templates/scenarios/:templateId',
    lazy: lazyPage(
      () => import('../../features/templates/scenarios/scenario-page.tsx'),
      'ScenarioPage',
      'templates',
    ),
  },
  {
    path: '/templates/scenarios/:templateId/edit',
    lazy: lazyPage(
      () => import('../../features/templates/scenarios/scenario-edit-page.tsx'),
      'ScenarioEditPage',
      'templates',
    ),
  },
];
