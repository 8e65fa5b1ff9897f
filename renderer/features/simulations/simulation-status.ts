import type { Role } from '../../../server/permissions.ts';
import type { SimulationStatus } from '../../../server/simulations/contract.ts';

export const simulationStatusName: Record<SimulationStatus, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  review_required: 'Review required',
  done: 'Done',
};

export const simulationStatuses = Object.keys(simulationStatusName) as SimulationStatus[];

const red: readonly Role[] = ['admin', 'redteam'];
const soc: readonly Role[] = ['admin', 'soc'];
const anyone: readonly Role[] = ['admin', 'redteam', 'soc'];

export type SimulationMove = {
  from: SimulationStatus;
  to: SimulationStatus;
  roles: readonly Role[];
  label: string;
};

/** The server's moves, with the words for them; a test holds both tables against each other. */
export const simulationMoves: readonly SimulationMove[] = [
  { from: 'pending', to: 'in_progress', roles: red, label: 'Start' },
  { from: 'in_progress', to: 'review_required', roles: red, label: 'Hand over for review' },
  { from: 'review_required', to: 'done', roles: soc, label: 'Finish' },
  { from: 'review_required', to: 'in_progress', roles: anyone, label: 'Send back' },
  { from: 'done', to: 'review_required', roles: anyone, label: 'Reopen' },
];

export const mayWriteRed = (role: Role): boolean => red.includes(role);
export const mayWriteSoc = (role: Role): boolean => soc.includes(role);

/** The tactics a simulation can be filed under, in the order of the matrix; held against the server's by a test. */
export const tacticNames: Readonly<Record<string, string>> = {
  TA0043: 'Reconnaissance',
  TA0042: 'Resource Development',
  TA0001: 'Initial Access',
  TA0002: 'Execution',
  TA0003: 'Persistence',
  TA0004: 'Privilege Escalation',
  TA0005: 'Stealth',
  TA0112: 'Defense Impairment',
  TA0006: 'Credential Access',
  TA0007: 'Discovery',
  TA0008: 'Lateral Movement',
  TA0009: 'Collection',
  TA0011: 'Command and Control',
  TA0010: 'Exfiltration',
  TA0040: 'Impact',
};
