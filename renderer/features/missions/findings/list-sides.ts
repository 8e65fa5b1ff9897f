import { type FindingSide, findingSides, listReadableSides } from '../../../../domain/findings.ts';
import type { Permission } from '../../../../domain/permissions.ts';
import { t } from '../../../words.ts';

/** Sides that someone may make a finding one of, with the present one: what they could not read they would lose. */
export function listSides(
  permissions: readonly Permission[],
  present: FindingSide,
): { value: FindingSide; label: string }[] {
  const readable = listReadableSides(new Set(permissions));
  return findingSides
    .filter((side) => side === present || readable.includes(side))
    .map((value) => ({ value, label: t(`names.finding_side.${value}`) }));
}
