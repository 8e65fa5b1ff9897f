import { describeSightingFigures } from '../../../domain/sighting-words.ts';
import type { Source } from './source.ts';
import type { TablePart } from './table.ts';
import type { Field } from './words.ts';

/** Figures of what blue noticed; none without sightings. */
export function listNoticed({ model: { sightings }, wording }: Source): Field[] {
  if (!sightings || sightings.items.length === 0) return [];
  const lines = describeSightingFigures(sightings.figures, wording).map(({ text }) => text);
  return [[wording.t('report_parts.noticed_figures'), { lines }]];
}

/** The sightings of blue in order of time, with what became of each. */
export const sightingTable: TablePart = ({ model: { sightings }, wording: { t, time } }) => ({
  caption: t('report_parts.title.sightings'),
  columns: [
    { key: 'time', name: t('reports.time'), kind: 'word' },
    { key: 'title', name: t('sightings.field.title'), kind: 'wide' },
    { key: 'kind', name: t('sightings.field.kind') },
    { key: 'declared', name: t('sightings.field.declared') },
    { key: 'became', name: t('reports.state') },
  ],
  rows: (sightings?.items ?? []).map((sighting) => ({
    time: time(sighting.at),
    title: {
      lines: [
        { name: sighting.title },
        sighting.hosts.length === 0 ? null : { name: sighting.hosts.join(', ') },
        sighting.note === null ? null : { prose: sighting.note },
      ],
    },
    kind: t(`sighting_fields.kind.${sighting.kind}`),
    declared:
      sighting.declared === null
        ? null
        : {
            lines: [
              sighting.declared.to === null ? null : { name: sighting.declared.to },
              time(sighting.declared.at),
            ],
          },
    became:
      sighting.test !== null
        ? { lines: [t('sightings.matched_to'), { test: sighting.test }] }
        : sighting.not_ours_reason !== null
          ? t('sightings.because', { reason: t(`sighting_fields.reason.${sighting.not_ours_reason}`) })
          : t(`sighting_fields.status.${sighting.status}`),
  })),
});
