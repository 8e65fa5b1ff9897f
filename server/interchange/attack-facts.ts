import { listKnownEntries, readCatalogueVersion } from '../catalogue/service.ts';
import { readSuccessors } from '../catalogue/successors/service.ts';
import type { Db } from '../database/database.ts';
import type { AttackFacts } from './thread/attack.ts';

/** Catalogue facts for readers and writers of files; read in a snapshot. */
export async function readAttackFacts(trx: Db): Promise<AttackFacts> {
  return {
    entries: await listKnownEntries(trx),
    version: await readCatalogueVersion(trx),
    successors: [...(await readSuccessors(trx))],
  };
}
