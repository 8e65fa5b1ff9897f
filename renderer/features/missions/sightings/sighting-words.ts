import { describeDuration } from '../../../../domain/charts/figure-words.ts';
import type { SightingFigures, SightingStatus } from '../../../../domain/sightings.ts';
import type { Sighting } from '../../../../server/missions/sightings/contract.ts';
import { t, words } from '../../../words.ts';

/** The figures of sightings, a line each. */
export function describeFigures(figures: SightingFigures): string[] {
  const { noticed, time_to_notice, escalated, false_attributions, taken_for_benign } = figures;
  const counted = { n: noticed.n, total: noticed.N };
  return [
    figures.of === 'hidden'
      ? t('sightings.figure.noticed_hidden', counted)
      : t('sightings.figure.noticed_executed', counted),
    ...(time_to_notice.median_s === null
      ? []
      : [t('sightings.figure.time', { span: describeDuration(time_to_notice.median_s, words) })]),
    ...(escalated.n === 0 ? [] : [t('sightings.figure.escalated', { n: escalated.n })]),
    ...(false_attributions === 0 ? [] : [t('sightings.figure.false', { count: false_attributions })]),
    ...(taken_for_benign === 0 ? [] : [t('sightings.figure.benign', { count: taken_for_benign })]),
  ];
}

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
