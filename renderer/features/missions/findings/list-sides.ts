import { type FindingSide, findingSides, listReadableSides } from '../../../../domain/findings.ts';
import type { Permission } from '../../../../domain/permissions.ts';
import { t } from '../../../words.ts';

/**
 * Sides to which someone may assign a finding, and the current one; others are left out, because the person could no longer read
 * it.
 */
export function listSides(
  permissions: readonly Permission[],
  present: FindingSide,
): { value: FindingSide; label: string }[] {
  const readable = listReadableSides(new Set(permissions));
  return findingSides
    .filter((side) => side === present || readable.includes(side))
    .map((value) => ({ value, label: t(`names.finding_side.${value}`) }));
}
