import type { Db, Trx } from '../../database/database.ts';
import { DomainError, notFound } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import type { Sighting } from './contract.ts';
import { readSightings } from './store.ts';

/** Place of a sighting in its path. */
export type SightingPlace = { mission_id: string; sighting_id: string };

/** The sighting of a path. The caller has checked access. Refuses `not_found`. */
export async function requireSighting(db: Db, { mission_id, sighting_id }: SightingPlace): Promise<Sighting> {
  const [found] = await readSightings(db, mission_id, [sighting_id]);
  if (found === undefined) throw notFound('Sighting');
  return found;
}

/** Refuses `illegal_transition` a sighting with a decision. */
export function refuseDecided({ status }: Pick<Sighting, 'status'>): void {
  if (status !== 'matched' && status !== 'not_ours') return;
  throw new DomainError('illegal_transition', 'The sighting was decided before: undo that first');
}

/** The columns of a decision when there is none. */
export const undecided = {
  decision: null,
  not_ours_reason: null,
  test_id: null,
  run: null,
  fact_id: null,
  undo_json: null,
  decided_by: null,
  decided_at: null,
} as const;

/** Records a write to a sighting. */
export async function recordSighting(
  trx: Trx,
  write: { at: string; by: Principal; verb: 'created' | 'changed' | 'deleted' },
  before: Sighting | null,
  after: Sighting | null,
): Promise<void> {
  const { id, mission_id } = (after ?? before) as Sighting;
  await recordWrite(trx, {
    ...write,
    object: 'sighting',
    id,
    place: { mission_id },
    before: before && toRecorded(before),
    after: after && toRecorded(after),
  });
}

/** Files by name and digest; what is derived or said by the entry itself is left out. */
function toRecorded(sighting: Sighting): Record<string, unknown> {
  const { mission_id, run, fact_id, decided_by, decided_at, ...about } = sighting;
  const { created_by, created_at, updated_by, updated_at, evidence, status, ...fields } = about;
  const files = evidence.map(({ file_name, sha256 }) => `${file_name} ${sha256}`);
  return { ...fields, decided: status === 'matched' || status === 'not_ours' ? status : null, files };
}
