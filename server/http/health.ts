import { z } from 'zod';
import { type Route, route } from './route.ts';

export const healthSchema = z.strictObject({
  /**
   * `degraded`: all can be done, and some stored files are missing. `stopping`: it finishes what is under way, and soon takes no more
   * requests.
   */
  status: z.enum(['ok', 'degraded', 'failing', 'stopping']),
  version: z.string(),
  /** Commit of the build; null in a checkout. */
  commit: z.string().nullable(),
  /** The schema that it works with. */
  schema: z.int(),
  database: z.enum(['ok', 'unavailable']),
  /** Only there when stored files can't be reached, or some were found missing or damaged. */
  evidence: z.enum(['unavailable', 'corrupt']).optional(),
});

export type Health = {
  database: 'ok' | 'unavailable';
  evidence: 'ok' | 'unavailable' | 'lost' | 'damaged';
  isStopping: boolean;
};

/**
 * GET /health: 200 while everything can be written and no stored file is damaged, else 503 with the same fields; also once it stops.
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
