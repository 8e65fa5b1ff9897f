import type { RuleSimulation } from '../../catalogue/detection-rules/contract.ts';
import type { Db } from '../../database/database.ts';
import { type LibraryRow, listAtomicTemplates, listSimulating } from './store.ts';

/** GUIDs of the atomic tests that a rule names. The type of a simulation is spelt in several ways. */
export function listGuids({ simulations_json }: Pick<LibraryRow, 'simulations_json'>): string[] {
  if (simulations_json === null) return [];
  return (JSON.parse(simulations_json) as RuleSimulation[]).flatMap(({ type, atomic_guid }) => {
    const isAtomic = type === null || /^atomicredteam$/i.test(type.replaceAll(/[\s_-]/g, ''));
    return isAtomic && atomic_guid !== null ? [atomic_guid] : [];
  });
}

/** Ids and titles of the imported rules that name an atomic test, by its GUID and by the test template that was made of it. */
export async function readSimulated(
  db: Db,
): Promise<{ byGuid: Map<string, string[]>; byTemplate: Map<string, string[]> }> {
  const byGuid = new Map<string, string[]>();
  for (const row of await listSimulating(db)) {
    for (const guid of listGuids(row))
      byGuid.set(guid, [...(byGuid.get(guid) ?? []), row.rule_id, row.title]);
  }
  const byTemplate = new Map<string, string[]>();
  if (byGuid.size === 0) return { byGuid, byTemplate };
  for (const { id, guid } of await listAtomicTemplates(db, [...byGuid.keys()])) {
    byTemplate.set(id, [...(byTemplate.get(id) ?? []), ...(byGuid.get(guid) ?? [])]);
  }
  return { byGuid, byTemplate };
}
