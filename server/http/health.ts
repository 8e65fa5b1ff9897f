import { z } from 'zod';
import { type Route, route } from './route.ts';

export const healthSchema = z.strictObject({
  /**
   * `degraded`: everything works, but some stored files are missing. `stopping`: it finishes running requests, and soon takes no
   * more.
   */
  status: z.enum(['ok', 'degraded', 'failing', 'stopping']),
  version: z.string(),
  /** Commit of the build; null in a checkout. */
  commit: z.string().nullable(),
  /** Schema version of its database. */
  schema: z.int(),
  database: z.enum(['ok', 'unavailable']),
  /** Only present when stored files are unreachable, or some were found missing or damaged. */
  evidence: z.enum(['unavailable', 'corrupt']).optional(),
});

export type Health = {
  database: 'ok' | 'unavailable';
  evidence: 'ok' | 'unavailable' | 'lost' | 'damaged';
  isStopping: boolean;
};

/**
 * GET /health: 200 while everything is writable and no stored file is damaged, else 503 with the same fields; also while
 * stopping.
 */
export function healthRoutes({
  version,
  commit,
  schema,
  health,
}: {
  version: string;
  commit: string | null;
  schema: number;
  health: () => Promise<Health>;
}): Route[] {
  return [
    route({
      method: 'GET',
      path: '/health',
      summary: 'Health of the server',
      access: 'public',
      response: healthSchema,
      handle: async ({ response }) => {
        const { database, evidence, isStopping } = await health();
        const status = judge({ database, evidence, isStopping });
        if (status === 'failing' || status === 'stopping') response.statusCode = 503;
        const answer: z.output<typeof healthSchema> = { status, version, commit, schema, database };
        if (evidence !== 'ok') answer.evidence = evidence === 'unavailable' ? 'unavailable' : 'corrupt';
        return answer;
      },
    }),
  ];
}

function judge({ database, evidence, isStopping }: Health): z.output<typeof healthSchema>['status'] {
  if (isStopping) return 'stopping';
  if (database !== 'ok' || evidence === 'unavailable' || evidence === 'damaged') return 'failing';
  return evidence === 'lost' ? 'degraded' : 'ok';
}
