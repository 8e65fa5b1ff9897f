import { type Route, route } from '../http/route.ts';
import { resetSchema } from './contract.ts';
import { type Resettable, resetInstallation } from './service.ts';

/** Mounted only with APP_ENV=test. */
export function diagRoutes(parts: Resettable): Route[] {
  return [
    route({
      method: 'POST',
      path: '/diag/reset',
      summary: 'Empty missions, templates, imports, catalogue and evidence of a test installation',
      access: { roles: ['admin'] },
      programs: 'never',
      response: resetSchema,
      handle: async ({ user }) => {
        await resetInstallation(parts, user);
        return { reset: true } as const;
      },
    }),
  ];
}
