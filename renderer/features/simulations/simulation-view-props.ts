import type { ReactNode } from 'react';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import type { LastWrite } from '../../ui/record/changed-by.tsx';
import type { FieldWriter } from '../../ui/record/field-writer.ts';
import type { Steps } from '../../ui/record/use-steps.ts';
import type { Evidence } from '../evidence/use-evidence.tsx';
import type { SimulationField } from './simulation-fields.ts';
import type { SimulationMoves } from './use-simulation-moves.tsx';

export type SimulationViewProps = {
  simulation: Simulation;
  engagement: Engagement | undefined;
  levels: readonly DetectionLevel[];
  writer: FieldWriter<SimulationField>;
  lastWrite: (field: SimulationField) => LastWrite;
  mayWriteRed: boolean;
  mayWriteSoc: boolean;
  mayLink: boolean;
  mayDelete: boolean;
  moves: SimulationMoves;
  onCompare: (field: SimulationField) => void;
  onEdit: () => void;
  onDelete: () => void;
  evidence: Evidence;
  steps: Steps;
  /** Actions above the fields. */
  offer: ReactNode;
};
