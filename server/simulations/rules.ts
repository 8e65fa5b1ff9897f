import type { Role } from '../../domain/permissions.ts';
import { redRoles, socRoles } from '../../domain/sides.ts';
import {
  advanceSimulation,
  isDone,
  type SimulationStatus,
  simulationMoves,
} from '../../domain/simulations.ts';
import { tactics } from '../../domain/tactics.ts';
import { dropRepeated } from '../drop-repeated.ts';
import { DomainError, forbidden, invalid } from '../errors.ts';
import type { SimulationPatch } from './contract.ts';

const tacticById = new Map(tactics.map((tactic) => [tactic.id, tactic]));

/** Takes tactic ids, returns the known ones with their names, in the given order. */
export function nameTactics(ids: readonly string[]): { id: string; name: string }[] {
  return ids.flatMap((id) => tacticById.get(id) ?? []);
}

/**
 * Takes tactic ids, returns them without repetition, in order of first occurrence. Refuses (`invalid` at `tactic_ids.N`) an
 * unknown one.
 */
export function requireTactics(ids: readonly string[]): string[] {
  for (const [index, id] of ids.entries()) {
    if (!tacticById.has(id)) throw invalid(`tactic_ids.${index}`, `there is no tactic ${id}`);
  }
  return dropRepeated(ids);
}

/**
 * Whether a simulation moves or is already there. Refuses `forbidden` a move this role may not make, and the current state to a
 * role without a move into it; `illegal_transition` moves outside the table.
 */
export function judgeMove(role: Role, from: SimulationStatus, to: SimulationStatus): 'move' | 'stay' {
  if (from !== to && !simulationMoves.some((move) => move.from === from && move.to === to)) {
    throw new DomainError('illegal_transition', `A simulation can't go from ${from} to ${to}`);
  }
  if (!listMoveRoles(from, to).includes(role)) {
    throw forbidden(`Your role can't move a simulation from ${from} to ${to}`);
  }
  return from === to ? 'stay' : 'move';
}

function listMoveRoles(from: SimulationStatus, to: SimulationStatus): readonly Role[] {
  const roles = simulationMoves
    .filter((move) => move.to === to && (from === to || move.from === from))
    .flatMap((move) => move.roles);
  // No move leads into the initial state, in which red creates simulations.
  return roles.length === 0 ? redRoles : roles;
}

type Naming = Pick<SimulationPatch, 'techniques' | 'technique_ids' | 'tactic_ids'>;

/** The status of a simulation after a write; naming techniques or tactics starts work on it. */
export function decideStatus(status: SimulationStatus, patch: Naming): SimulationStatus {
  return beginsWork(patch) ? advanceSimulation(status) : status;
}

/** Whether a write names a technique or a tactic. */
export function beginsWork(patch: Naming): boolean {
  const { techniques = [], technique_ids = [], tactic_ids = [] } = patch;
  return techniques.length + technique_ids.length + tactic_ids.length > 0;
}

const rolesOfField: Record<keyof SimulationPatch, readonly Role[]> = {
  name: redRoles,
  description: redRoles,
  techniques: redRoles,
  technique_ids: redRoles,
  tactic_ids: redRoles,
  objective: redRoles,
  command: redRoles,
  output: redRoles,
  red_comment: redRoles,
  executed_at: redRoles,
  detection_level_id: socRoles,
  soc_comment: socRoles,
  detected_at: socRoles,
};

/** Takes a body, returns the required roles for each side with fields in it: one of them is enough. */
export function listFieldRoles(body: Readonly<Record<string, unknown>>): (readonly Role[])[] {
  const named = Object.keys(body).filter((name) => Object.hasOwn(rolesOfField, name));
  return [...new Set(named.map((name) => rolesOfField[name as keyof SimulationPatch]))];
}

/** Refuses `done`: a finished simulation is read-only until it is reopened. */
export function refuseDone(status: SimulationStatus): void {
  if (isDone(status)) {
    throw new DomainError('done', 'The simulation is done and read-only until it is reopened');
  }
}

/** Appends to an output: each part begins on a new line. */
export function appendText(output: string | null, text: string): string | null {
  if (text === '') return output;
  if (output === null || output === '') return text;
  return output.endsWith('\n') ? output + text : `${output}\n${text}`;
}
