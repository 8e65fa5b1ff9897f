import { listNoticed, sightingTable } from '../../content/sightings.ts';
import { type Part, toFields } from '../report.ts';
import { toPart } from './tlpt.ts';

export const noticed: Part = async (report) => {
  const fields = toFields(listNoticed(report));
  return fields.length === 0 ? null : { fields };
};

export const sightings = toPart('sightings', sightingTable);
