import type { Permission, Role } from '../../domain/permissions.ts';
import { redRoles, type Side, sides, socRoles, writePermission } from '../../domain/sides.ts';
import type { FirstStep } from './contract.ts';

type Holder = { role: Role; permissions: ReadonlySet<Permission> };

/** The sides for which someone can write in tests. */
export function listTestSides({ permissions }: Holder): Side[] {
  if (!permissions.has('mission.read')) return [];
  return sides.filter((side) => permissions.has(writePermission[side]));
}

/** The sides for which someone can write in simulations. */
export function listSimulationSides({ role }: Holder): Side[] {
  const rolesOf = { red: redRoles, blue: socRoles };
  return sides.filter((side) => rolesOf[side].includes(role));
}

type Waiting = { id: string; since: string | null };

/** Merges lists by waiting time, longest first; entries without a time come first. */
export function mergeWaiting<W extends Waiting>(lists: readonly (readonly W[])[]): W[] {
  const key = ({ since, id }: W) => `${since ?? ''} ${id}`;
  return lists.flat().sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Longest pause within one combined action. */
const pauseMs = 15 * 60_000;

/** A history entry, reduced to its action and object. */
type Doing = {
  at: string;
  actor_id: string | null;
  mission_id: string | null;
  test_id: string | null;
  engagement_id: string | null;
  simulation_id: string | null;
};

/**
 * Takes entries, oldest first; returns the actions of everyone but `me`, or of all, newest first and limited in number. Entries
 * of one person about one test, simulation, mission or engagement are combined while they follow each other soon.
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

/** Permission required for each first step; a step without it is hidden. */
const needed: Readonly<Record<FirstStep, readonly Permission[]>> = {
  catalogue: ['catalog.sync'],
  library: ['test_template.create', 'scenario_template.create'],
  people: ['user.manage'],
  mission: ['mission.create'],
};

/** Whether someone has all permissions for a first step. */
export function mayTake({ permissions }: Holder, step: FirstStep): boolean {
  return needed[step].every((permission) => permissions.has(permission));
}
