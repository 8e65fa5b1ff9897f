import type { CatalogTag } from '../../fields.ts';

/** Plan of a test, as stored. */
export type KeptPlan = {
  name: string;
  description: string | null;
  objective: string | null;
  procedure: string | null;
  suggested_command: string | null;
  cleanup_command: string | null;
  expected_detection: string | null;
  platforms: readonly string[];
  opsec: string | null;
  tags: readonly string[];
  catalog_tags: readonly CatalogTag[];
};

/** Approximate size in bytes of a plan, or of some of its fields. */
export function weighPlan(plan: Partial<KeptPlan>): number {
  let bytes = 0;
  for (const value of Object.values(plan)) {
    if (value === null || value === undefined) continue;
    bytes += Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return bytes;
}
