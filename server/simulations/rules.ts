import { DomainError, forbidden, invalid } from '../errors.ts';
import type { Role } from '../permissions.ts';
import type { SimulationPatch, SimulationStatus } from './contract.ts';

/** The tactics a simulation can be filed under, in the order of the matrix, whatever the catalogue holds. */
export const tactics: readonly { id: string; name: string }[] = [
  { id: 'TA0043', name: 'Reconnaissance' },
  { id: 'TA0042', name: 'Resource Development' },
  { id: 'TA0001', name: 'Initial Access' },
  { id: 'TA0002', name: 'Execution' },
  { id: 'TA0003', name: 'Persistence' },
  { id: 'TA0004', name: 'Privilege Escalation' },
  { id: 'TA0005', name: 'Stealth' },
  { id: 'TA0112', name: 'Defense Impairment' },
  { id: 'TA0006', name: 'Credential Access' },
  { id: 'TA0007', name: 'Discovery' },
  { id: 'TA0008', name: 'Lateral Movement' },
  { id: 'TA0009', name: 'Collection' },
  { id: 'TA0011', name: 'Command and Control' },
  { id: 'TA0010', name: 'Exfiltration' },
  { id: 'TA0040', name: 'Impact' },
];
const tacticById = new Map(tactics.map((tactic) => [tactic.id, tactic]));

/** Takes tactic ids, returns those of the map with their names, in the order given. */
export function namedTactics(ids: readonly string[]): { id: string; name: string }[] {
  return ids.flatMap((id) => tacticById.get(id) ?? []);
}

/** Takes items, returns each once, where it came first. */
export function distinct(items: readonly string[]): string[] {
  return [...new Set(items)];
}

/** Takes tactic ids, returns each once, where it came first. Refuses (`invalid` at `tactic_ids.N`) one not in the map. */
export function knownTactics(ids: readonly string[]): string[] {
  for (const [index, id] of ids.entries()) {
    if (!tacticById.has(id)) throw invalid(`tactic_ids.${index}`, `there is no tactic ${id}`);
  }
  return distinct(ids);
}

const red: readonly Role[] = ['admin', 'redteam'];
const soc: readonly Role[] = ['admin', 'soc'];
const anyone: readonly Role[] = ['admin', 'redteam', 'soc'];

/** Who writes what a simulation is and what the red side did. */
export const redRoles = { roles: red };

/** The workflow: every move there is, and who may make it. */
export const moves: readonly { from: SimulationStatus; to: SimulationStatus; roles: readonly Role[] }[] = [
  { from: 'pending', to: 'in_progress', roles: red },
  { from: 'in_progress', to: 'review_required', roles: red },
  { from: 'review_required', to: 'in_progress', roles: anyone },
  { from: 'review_required', to: 'done', roles: soc },
  { from: 'done', to: 'review_required', roles: anyone },
];

/**
 * Whether a simulation moves or is there already. Refuses `forbidden` a move this role may not make, and the present
 * state to a role that may make no move into it; `illegal_transition` what is not in the table.
 */
export function judgeMove(role: Role, from: SimulationStatus, to: SimulationStatus): 'move' | 'stay' {
  if (from !== to && !moves.some((move) => move.from === from && move.to === to)) {
    throw new DomainError('illegal_transition', `A simulation can't go from ${from} to ${to}`);
  }
  if (!rolesOfMove(from, to).includes(role)) {
    throw forbidden(`Your role can't move a simulation from ${from} to ${to}`);
  }
  return from === to ? 'stay' : 'move';
}

function rolesOfMove(from: SimulationStatus, to: SimulationStatus): readonly Role[] {
  // No move leads to pending; it is where the red side's simulations begin.
  if (from === to && to === 'pending') return red;
  return moves
    .filter((move) => move.to === to && (from === to || move.from === from))
    .flatMap((move) => move.roles);
}

/** The status a write leaves a simulation in: naming techniques or tactics is the beginning of work on it. */
export function statusAfterWrite(
  status: SimulationStatus,
  patch: Pick<SimulationPatch, 'technique_ids' | 'tactic_ids'>,
): SimulationStatus {
  return status === 'pending' && beginsWork(patch) ? 'in_progress' : status;
}

/** Whether a write names a technique or a tactic. */
export function beginsWork(patch: Pick<SimulationPatch, 'technique_ids' | 'tactic_ids'>): boolean {
  return (patch.technique_ids ?? []).length > 0 || (patch.tactic_ids ?? []).length > 0;
}

const rolesOfField: Record<keyof SimulationPatch, readonly Role[]> = {
  name: red,
  description: red,
  technique_ids: red,
  tactic_ids: red,
  objective: red,
  command: red,
  output: red,
  red_comment: red,
  executed_at: red,
  detection_level_id: soc,
  soc_comment: soc,
  detected_at: soc,
};

/** The roles that a body needs one of, for each side whose fields it names. */
export function rolesForFields(body: Readonly<Record<string, unknown>>): (readonly Role[])[] {
  const named = Object.keys(body).filter((name) => Object.hasOwn(rolesOfField, name));
  return [...new Set(named.map((name) => rolesOfField[name as keyof SimulationPatch]))];
}

/** A finished simulation takes no write until it is reopened. */
export function refuseDone(status: SimulationStatus): void {
  if (status === 'done') {
    throw new DomainError('done', 'The simulation is done and can not be changed unless it is reopened');
  }
}

/** What an output becomes when more is appended: each begins on a line of its own. */
export function appended(output: string | null, text: string): string | null {
  if (text === '') return output;
  if (output === null || output === '') return text;
  return output.endsWith('\n') ? output + text : `${output}\n${text}`;
}
