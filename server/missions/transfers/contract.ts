import { z } from 'zod';
import { mostTests } from '../../../domain/limits.ts';

const position = z.int().min(0).max(mostTests).optional();

/** Another mission, and the position of the scenario there; the end if omitted. */
export const scenarioTransferBody = z.strictObject({ mission_id: z.uuid(), position });
export type ScenarioTransfer = z.output<typeof scenarioTransferBody>;

/** A scenario of another mission, and the position of the test there; the end if omitted. */
export const testTransferBody = z.strictObject({ mission_id: z.uuid(), scenario_id: z.uuid(), position });
export type TestTransfer = z.output<typeof testTransferBody>;
