import type { Permission, Role } from '../../domain/permissions.ts';
import { redRoles, type Side, sides, socRoles, writePermission } from '../../domain/sides.ts';
import type { FirstStep } from './contract.ts';

type Holder = { role: Role; permissions: ReadonlySet<Permission> };

/** The sides for which somebody writes in tests. */
export function listTestSides({ permissions }: Holder): Side[] {
  if (!permissions.has('mission.read')) return [];
  return sides.filter((side) => permissions.has(writePermission[side]));
}

/** The sides for which somebody writes in simulations. */
export function listSimulationSides({ role }: Holder): Side[] {
  const rolesOf = { red: redRoles, blue: socRoles };
  return sides.filter((side) => rolesOf[side].includes(role));
}

type Waiting = { id: string; since: string | null };

/** Merges lists by waiting time, the longest first; entries without a time come first. */
export function mergeWaiting<W extends Waiting>(lists: readonly (readonly W[])[]): W[] {
  const key = ({ since, id }: W) => `${since ?? ''} ${id}`;
  return lists.flat().sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** How long somebody may pause and still be told to have done one thing. */
const pauseMs = 15 * 60_000;

/** An entry of the history, as far as it is told by it what was done to which thing. */
type Doing = {
  at: string;
  actor_id: string | null;
  mission_id: string | null;
  test_id: string | null;
  engagement_id: string | null;
  simulation_id: string | null;
};

/**
 * Takes entries, oldest first; returns what others than `me`, or all, did, newest first and at most so much of it. Entries of one
 * person about one test, simulation, mission or engagement are told together while they come soon after each other.
 */
export function foldDoings<D extends Doing>(
  entries: readonly D[],
  { me, isSeen, most }: { me: string | null; isSeen: (entry: D) => boolean; most: number },
): D[][] {
  const folds: D[][] = [];
  const open = new Map<string, D[]>();
  for (const entry of entries.toReversed()) {
    if (entry.actor_id === me || !isSeen(entry)) continue;
    const thing = entry.test_id ?? entry.simulation_id ?? entry.mission_id ?? entry.engagement_id ?? '';
    const key = `${entry.actor_id} ${thing}`;
    const fold = open.get(key);
    const last = fold?.at(-1);
    if (fold !== undefined && last !== undefined && Date.parse(last.at) - Date.parse(entry.at) <= pauseMs) {
      fold.push(entry);
      continue;
    }
    if (folds.length === most) break;
    const begun = [entry];
    folds.push(begun);
    open.set(key, begun);
  }
  return folds;
}

/** Permission that each first step takes; a step without it is hidden. */
const needed: Readonly<Record<FirstStep, readonly Permission[]>> = {
  catalogue: ['catalog.sync'],
  library: ['test_template.create', 'scenario_template.create'],
  people: ['user.manage'],
  mission: ['mission.create'],
};

/** Whether somebody holds all that a first step takes. */
export function mayTake({ permissions }: Holder, step: FirstStep): boolean {
  return needed[step].every((permission) => permissions.has(permission));
}
