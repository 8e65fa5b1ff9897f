import { z } from 'zod';
import { figureKeys } from '../../../domain/counted-tests.ts';
import { groupedFigures, namedSchema } from '../../figures/contract.ts';

export const engagementFiguresSchema = z.strictObject({ engagement: namedSchema, ...groupedFigures });
/** A figure; for a tool's figure, that tool. */
export const figureSimulationsQuery = z.strictObject({ of: z.enum(figureKeys), tool: z.uuid().optional() });
export type FigureSimulationsQuery = z.output<typeof figureSimulationsQuery>;

export const figureSimulationsSchema = z.strictObject({ simulation_ids: z.array(z.uuid()) });
export type FigureSimulations = z.output<typeof figureSimulationsSchema>;

export type EngagementFigures = z.output<typeof engagementFiguresSchema>;
