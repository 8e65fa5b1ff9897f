import { listNoticed, sightingTable } from '../../content/sightings.ts';
import { type Part, writeFieldsOf } from '../report.ts';
import { toPart } from './tlpt.ts';

export const noticed: Part = (report) => {
  const fields = listNoticed(report);
  return fields.length === 0 ? null : writeFieldsOf(report, fields);
};

export const sightings = toPart(sightingTable);
