import { tellingFields } from '../database/shown.ts';
import { findView } from '../database/view.ts';

/** Fields of findings, remediations and TLPTs that name tests, and what belongs to them. */
const links = [
  'test_ids',
  'evidence',
  'evidence_ids',
  'finding_ids',
  'remediation_ids',
  'verified_by',
  'verified_test_id',
  'verified_run',
  'flags',
  'leg_ups',
  'deviations',
];
const telling = new Set<string>([...tellingFields, ...links]);

/** The fields of a change without those that tell of hidden scenarios and tests, for who does not see them. */
export function withoutTelling<T extends Record<string, unknown>>(changes: T): T {
  if (findView() === null) return changes;
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !telling.has(name))) as T;
}
