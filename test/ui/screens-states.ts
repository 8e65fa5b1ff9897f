import type { Page } from '@playwright/test';
import { type Area, engagementOf } from './screens-step.ts';
import type { World } from './screens-world.ts';
import { testPath } from './support.ts';
import { visitAnew } from './visit.ts';

type Place = [what: string, at: (world: World) => string];

/** By what each says that could not be read. */
const places: readonly Place[] = [
  ['overview', () => '/'],
  ['list of missions', () => '/missions'],
  ['mission', ({ mission }) => `/missions/${mission.id}`],
  ['test', ({ mission }) => testPath(mission)],
  ['list of engagements', () => '/engagements'],
  ['engagement', engagementOf],
  ['simulation', (world) => `${engagementOf(world)}/simulations/${world.simulation.id}`],
  ['list of templates', () => '/templates'],
  ['template', ({ template }) => `/templates/${template.id}`],
  ['matrix', () => '/catalogue'],
  ['technique', () => '/catalogue/T1033'],
  ['list of users', () => '/administration/users'],
  ['list of back-ups', () => '/administration/back-up'],
];

/** The server says nothing of what the page asks for from now on. */
const holdAnswers = (page: Page) => page.route(/\/api\//, () => {});

const refuseAnswers = (page: Page) =>
  page.route(/\/api\//, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { status: 500, code: 'internal', detail: 'Something went wrong on the server' },
    }),
  );

export const stateScreens: Record<string, Area> = {
  'what is on its way': {
    as: 'admin',
    prepare: holdAnswers,
    steps: places.map(([what, at]) => ({
      name: `the ${what} on its way`,
      // No other skeleton is to be taken for this one.
      does: (page, world) => visitAnew(page, at(world)),
      sees: (page) => page.locator('main .mantine-Skeleton-root:not([aria-label="Loading the page"])'),
      isNameless: true,
    })),
  },
  'what could not be read': {
    as: 'admin',
    prepare: refuseAnswers,
    steps: places.map(([what, at]) => ({
      name: `the ${what} not read`,
      at,
      sees: (page) => page.getByRole('alert').filter({ hasText: `The ${what} could not be read` }),
      isNameless: true,
    })),
  },
};
