import type { RouteObject } from 'react-router';
import { lazyPage } from '../page.tsx';

/** The library of tests and scenarios, and templates for reports in Word. */
export const templateRoutes: RouteObject[] = [
  {
    path: '/templates',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-list-page.tsx'),
      'TestTemplateListPage',
    ),
  },
  {
    path: '/templates/new',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-new-page.tsx'),
      'TestTemplateNewPage',
    ),
  },
  {
    path: '/templates/reports',
    lazy: lazyPage(
      () => import('../../features/templates/reports/report-templates-page.tsx'),
      'ReportTemplatesPage',
    ),
  },
  {
    path: '/templates/:templateId',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-page.tsx'),
      'TestTemplatePage',
    ),
  },
  {
    path: '/templates/:templateId/edit',
    lazy: lazyPage(
      () => import('../../features/templates/test-templates/test-template-edit-page.tsx'),
      'TestTemplateEditPage',
    ),
  },
  {
    path: '/templates/scenarios',
    lazy: lazyPage(
      () => import('../../features/templates/scenarios/scenario-list-page.tsx'),
      'ScenarioListPage',
    ),
  },
  {
    path: '/templates/scenarios/new',
    lazy: lazyPage(
      () => import('../../features/templates/scenarios/scenario-new-page.tsx'),
      'ScenarioNewPage',
    ),
  },
  {
    path: '/templates/scenarios/:templateId',
    lazy: lazyPage(() => import('../../features/templates/scenarios/scenario-page.tsx'), 'ScenarioPage'),
  },
  {
    path: '/templates/scenarios/:templateId/edit',
    lazy: lazyPage(
      () => import('../../features/templates/scenarios/scenario-edit-page.tsx'),
      'ScenarioEditPage',
    ),
  },
];
