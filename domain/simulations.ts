import { type Role, roles } from './permissions.ts';
import { redRoles, type Side, socRoles } from './sides.ts';

export const simulationStatuses = ['pending', 'in_progress', 'review_required', 'done'] as const;
export type SimulationStatus = (typeof simulationStatuses)[number];

export type SimulationMove = {
  name: 'start' | 'hand_over' | 'finish' | 'send_back' | 'reopen';
  from: SimulationStatus;
  to: SimulationStatus;
  roles: readonly Role[];
};

/** All moves of a simulation, and who may make them. */
export const simulationMoves: readonly SimulationMove[] = [
  { name: 'start', from: 'pending', to: 'in_progress', roles: redRoles },
  { name: 'hand_over', from: 'in_progress', to: 'review_required', roles: redRoles },
  { name: 'finish', from: 'review_required', to: 'done', roles: socRoles },
  { name: 'send_back', from: 'review_required', to: 'in_progress', roles },
  { name: 'reopen', from: 'done', to: 'review_required', roles },
];

/** A finished simulation takes no write until it is reopened. */
export function isDone(status: SimulationStatus): boolean {
  return status === 'done';
}

/** Whether work on a simulation has begun. */
export function hasBegun(status: SimulationStatus): boolean {
  return status !== 'pending';
}

/** Whether the red side has carried a simulation out and handed it over. */
export function isHandedOver(status: SimulationStatus): boolean {
  return status === 'review_required' || isDone(status);
}

/** The status of a simulation after work on it begins: a pending one starts, others stay. */
export function advanceSimulation(status: SimulationStatus): SimulationStatus {
  return hasBegun(status) ? status : 'in_progress';
}

/** States in which a simulation waits for a side: for execution, or for review. */
export const waitingStates: Readonly<Record<Side, readonly SimulationStatus[]>> = {
  red: ['pending', 'in_progress'],
  blue: ['review_required'],
};
