import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { starterSchema } from './contract.ts';
import * as service from './service.ts';

/** The starter library. */
export function starterRoutes(templates: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/starter-library',
      summary: 'Load the tests and scenarios that ship with Damson; existing ones are kept',
      access: 'test_template.create',
      alsoNeeds: () => ['scenario_template.create'],
      response: starterSchema,
      handle: ({ user }) => service.loadStarterLibrary(templates, user),
    }),
  ];
}
