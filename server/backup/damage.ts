import { toPlace } from '../blobs/records.ts';
import type { Db } from '../database/database.ts';
import { type RegisterName, type Registers, registerNames } from '../registers.ts';
import type { DamagedFile } from './contract.ts';
import { type Damage, toMemberName } from './manifest.ts';
import { findOwner } from './store.ts';

type Stored = { db: Db; registers: Registers };

/** Most damaged files listed; the database has all of them. */
const mostNamed = 100;

type Confirmed = { named: DamagedFile[]; total: number; places: ReadonlySet<string> };

/**
 * Checks again the files that a job found damaged, so that health turns red, and names the owner of each. Files deleted or
 * repaired in the meantime are left out.
 */
export async function confirmDamage({ db, registers }: Stored, found: readonly Damage[]): Promise<Confirmed> {
  const named: DamagedFile[] = [];
  const places = new Set<string>();
  let total = 0;
  for (const damage of found) {
    const register = registers[damage.shelf];
    const record = await register.find(damage.id);
    const file = await findOwner(db, damage);
    if (record === null || file === null || !['lost', 'damaged'].includes(await register.judge(record)))
      continue;
    total += 1;
    places.add(toMemberName(damage.shelf, toPlace(record)));
    if (named.length < mostNamed) named.push(file);
  }
  return { named, total, places };
}

/** Damage currently reported by health. */
export function listSuspects({ registers }: Stored): Record<RegisterName, readonly string[]> {
  const listCorrupt = (name: RegisterName): string[] => [...registers[name].corrupt.keys()];
  return {
    evidence: listCorrupt('evidence'),
    outputs: listCorrupt('outputs'),
    simulation_evidence: listCorrupt('simulation_evidence'),
    reports: listCorrupt('reports'),
  };
}

/** Clears suspects of health that a full verification found intact or gone. */
export function forgetHealed(
  { registers }: Stored,
  suspects: Record<RegisterName, readonly string[]>,
  damaged: ReadonlySet<string>,
): void {
  for (const name of registerNames) {
    for (const place of suspects[name]) {
      if (!damaged.has(toMemberName(name, place))) registers[name].noteIntact(place);
    }
  }
}
