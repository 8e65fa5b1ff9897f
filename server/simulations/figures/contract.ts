import { z } from 'zod';
import { groupedFigures, namedSchema } from '../../figures/contract.ts';

export const engagementFiguresSchema = z.strictObject({ engagement: namedSchema, ...groupedFigures });
export type EngagementFigures = z.output<typeof engagementFiguresSchema>;
