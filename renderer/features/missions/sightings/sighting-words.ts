import type { SightingStatus } from '../../../../domain/sightings.ts';
import type { Sighting } from '../../../../server/missions/sightings/contract.ts';

/** Whether somebody has decided on a sighting. */
export function isDecided({ status }: { status: SightingStatus }): boolean {
  return status === 'matched' || status === 'not_ours';
}

/** Takes a text with items between commas, returns them. */
export function readItems(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The body that adds a deleted sighting again. */
export function toNewSighting(sighting: Sighting) {
  const { at, at_until, kind, title, tool, rule_name, rule_id, alert_id, severity } = sighting;
  const { hosts, users, techniques, note, judgement, declared, analyst } = sighting;
  const fields = { at, at_until, kind, title, tool, rule_name, rule_id, alert_id, severity };
  return { ...fields, hosts, users, techniques, note, judgement, declared, analyst };
}
