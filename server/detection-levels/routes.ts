import type { Db } from '../database/database.ts';
import { type Route, route } from '../http/route.ts';
import { detectionLevelListSchema } from './contract.ts';
import { listDetectionLevels } from './service.ts';

export function detectionLevelRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/detection-levels',
      summary: 'Detection levels by rank',
      access: 'user',
      programs: 'always',
      response: detectionLevelListSchema,
      handle: () => listDetectionLevels(db),
    }),
  ];
}
