import { blueFields } from '../../../../domain/test-record.ts';
import type { Now } from '../../../database/clock.ts';
import type { Trx } from '../../../database/database.ts';
import { requireLevelOfKey } from '../../../detection-levels/service.ts';
import type { Author } from '../../../history/service.ts';
import { findOrMakeTools } from '../../../organisations/service.ts';
import type { Principal } from '../../../permissions.ts';
import type { TestPatch } from '../../contract.ts';
import { testFacts } from '../../facts/service.ts';
import { changeTestIn, readWrittenTest } from '../../mission-tests/service.ts';
import type { TestPlace } from '../../visibility.ts';
import { ImportedColumns } from '../columns.ts';
import type { ImportedRun } from '../contract.ts';
import { readOrganisation } from '../store.ts';

type Import = { trx: Trx; now: Now; by: Author; pause: () => Promise<void> };

/**
 * Writes blue's half of an existing test from a file, as blue would: missing values leave existing ones unchanged. Returns, in
 * words, the tools that the organisation lacks, which are noted with their facts. Refuses `not_found`, `archived`, `locked`,
 * `invalid`.
 */
export async function writeBlueHalf(
  { trx, now, by, pause }: Import,
  user: Principal,
  place: TestPlace,
  run: ImportedRun,
): Promise<string[]> {
  const organisation = await readOrganisation(trx, place.mission_id);
  const tools =
    organisation === null
      ? new Map()
      : await findOrMakeTools(trx, now, { user, by, pause }, organisation, []);
  const columns = new ImportedColumns(tools, new Map());
  const given = run.facts.map(({ settled: _settled, tool, ...fact }) => {
    const id = columns.toolId(tool);
    const note =
      tool === null || id !== null ? fact.note : [`Tool: ${tool}`, fact.note].filter(Boolean).join('\n');
    return { ...fact, note, tool: id === null ? null : { id }, analyst: null };
  });
  await testFacts.merge(trx, now, user, place, given);
  const present = await readWrittenTest(trx, user, place);
  const patch: TestPatch = {};
  for (const field of blueFields) {
    const text = run[field];
    if (text !== null && text !== present[field]) patch[field] = text;
  }
  if (run.level !== null && run.level !== present.detection_level?.key)
    patch.detection_level_id = (await requireLevelOfKey(trx, run.level)).id;
  if (Object.keys(patch).length > 0) await changeTestIn(trx, now, user, place, patch, undefined);
  return columns.listMissingTools({ expectations: [], run: { ...run, evidence: [] }, closed_runs: [] });
}
