import path from 'node:path';
import type { EvidenceFiles } from '../blobs/files.ts';
import type { Db } from '../database/database.ts';
import { DomainError } from '../errors.ts';
import { findEvidence, openEvidence } from '../missions/evidence/register.ts';
import { openOutput } from '../simulations/outputs/service.ts';
import type { DamagedFile } from './contract.ts';
import type { Damage } from './manifest.ts';
import type { ShelfName } from './shelves.ts';
import { ownerOf } from './store.ts';

type Stored = { db: Db; files: EvidenceFiles; outputs: EvidenceFiles };

/** How many damaged files are named; nobody reads more, and each of them is in the database. */
const mostNamed = 100;

export type Confirmed = { named: DamagedFile[]; total: number; addresses: ReadonlySet<string> };

/**
 * Looks again at what a job found damaged, as the server does for a reader, so that health turns red; says what each file
 * belongs to. What was deleted or put right meanwhile is left out.
 */
export async function confirmDamage(stored: Stored, found: readonly Damage[]): Promise<Confirmed> {
  const named: DamagedFile[] = [];
  const addresses = new Set<string>();
  let total = 0;
  for (const damage of found) {
    const owned = await ownerOf(stored.db, damage);
    if (owned === null || !(await isDamaged(stored, owned.file))) continue;
    total += 1;
    addresses.add(path.join(damage.shelf, ...owned.place));
    if (named.length < mostNamed) named.push(owned.file);
  }
  return { named, total, addresses };
}

async function isDamaged({ db, files, outputs }: Stored, file: DamagedFile): Promise<boolean> {
  try {
    const opened = await openAgain({ db, files, outputs }, file);
    await opened?.handle.close();
    return false;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === 'evidence_corrupt';
  }
}

async function openAgain({ db, files, outputs }: Stored, { kind, id, simulation }: DamagedFile) {
  if (kind === 'output') {
    return simulation === null ? null : openOutput({ db, files: outputs }, simulation.id, id);
  }
  const record = await findEvidence(db, id);
  return record === null ? null : openEvidence({ db, files }, record);
}

/** What health takes for damaged now. */
export function suspectsOf({ files, outputs }: Stored): Record<ShelfName, readonly string[]> {
  return { evidence: [...files.corrupt], outputs: [...outputs.corrupt] };
}

/** Lets health forget the suspects that a verification of everything found intact or gone. */
export function forgetHealed(
  { files, outputs }: Stored,
  suspects: Record<ShelfName, readonly string[]>,
  damaged: ReadonlySet<string>,
): void {
  for (const [shelf, { corrupt }] of [['evidence', files] as const, ['outputs', outputs] as const]) {
    for (const place of suspects[shelf]) {
      if (!damaged.has(path.join(shelf, place))) corrupt.delete(place);
    }
  }
}
