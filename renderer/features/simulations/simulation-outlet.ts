import type { Side } from '../../../domain/sides.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import type { FieldWriter } from '../../ui/record/field-writer.ts';
import type { SimulationField } from './simulation-fields.ts';

/** Context of a simulation's page for its side panels. */
export type SimulationPageContext = {
  simulation: Simulation;
  levels: readonly DetectionLevel[];
  writer: FieldWriter<SimulationField>;
  may: (side: Side) => boolean;
};
