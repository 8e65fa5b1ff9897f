import { z } from 'zod';
import { type Route, route } from './route.ts';

export const healthSchema = z.strictObject({
  /** `stopping`: it finishes what is under way, and soon takes no more requests. */
  status: z.enum(['ok', 'failing', 'stopping']),
  version: z.string(),
  database: z.enum(['ok', 'unavailable']),
  /** Only there when stored files can't be reached, or some were found missing or damaged. */
  evidence: z.enum(['unavailable', 'corrupt']).optional(),
});

export type Health = {
  database: 'ok' | 'unavailable';
  evidence: 'ok' | 'unavailable' | 'corrupt';
  isStopping: boolean;
};

/** GET /health: 200 while everything can be written and nothing is damaged, else 503 with the same fields; also once it stops. */
export function healthRoutes({
  version,
  health,
}: {
  version: string;
  health: () => Promise<Health>;
}): Route[] {
  return [
    route({
      method: 'GET',
      path: '/health',
      summary: 'Whether the server can do its work',
      access: 'public',
      response: healthSchema,
      handle: async ({ response }) => {
        const { database, evidence, isStopping } = await health();
        const isWhole = database === 'ok' && evidence === 'ok';
        const status: z.output<typeof healthSchema>['status'] = isStopping
          ? 'stopping'
          : isWhole
            ? 'ok'
            : 'failing';
        if (status !== 'ok') response.statusCode = 503;
        return { status, version, database, ...(evidence === 'ok' ? {} : { evidence }) };
      },
    }),
  ];
}
