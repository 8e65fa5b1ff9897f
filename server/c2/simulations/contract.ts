import { z } from 'zod';
import { mostTasksAtOnce } from '../../../domain/limits.ts';
import { simulationSchema } from '../../simulations/contract.ts';
import { taskId } from '../tasks/contract.ts';

export const fromTasksBody = z.strictObject({ external_ids: z.array(taskId).min(1).max(mostTasksAtOnce) });
/** In the order of the named tasks. */
export const madeSimulations = z.strictObject({ items: z.array(simulationSchema) });
