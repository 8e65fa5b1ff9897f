import type { SimulationMove, SimulationStatus } from '../../../domain/simulations.ts';

export const simulationStatusName: Record<SimulationStatus, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  review_required: 'Review required',
  done: 'Done',
};

export const simulationMoveLabel: Record<SimulationMove['name'], string> = {
  start: 'Start',
  hand_over: 'Hand over for review',
  finish: 'Finish',
  send_back: 'Send back',
  reopen: 'Reopen',
};
