import { z } from 'zod';
import { type Route, route } from './route.ts';

export const healthSchema = z.strictObject({
  status: z.enum(['ok', 'failing']),
  version: z.string(),
  database: z.enum(['ok', 'unavailable']),
  /** Only there when stored evidence was found missing or damaged. */
  evidence: z.literal('corrupt').optional(),
});

type Health = {
  version: string;
  health: () => Promise<{ database: 'ok' | 'unavailable'; evidence: 'ok' | 'corrupt' }>;
};

/** GET /health: 200 while everything can be written and nothing is damaged, else 503 with the same fields. */
export function healthRoutes({ version, health }: Health): Route[] {
  return [
    route({
      method: 'GET',
      path: '/health',
      summary: 'Whether the server can do its work',
      access: 'public',
      response: healthSchema,
      handle: async ({ response }) => {
        const { database, evidence } = await health();
        const status = database === 'ok' && evidence === 'ok' ? ('ok' as const) : ('failing' as const);
        if (status !== 'ok') response.statusCode = 503;
        return { status, version, database, ...(evidence === 'corrupt' ? { evidence } : {}) };
      },
    }),
  ];
}
