import { newId } from '../../ids.ts';
import type { KeptEvidence, KeptSighting } from '../../missions/imports/service.ts';
import type { ImportedSighting } from '../../missions/sightings/contract.ts';
import type { PlannedEvidence } from '../plan.ts';
import { evidenceKey, listSightingFiles, type Prepared } from './applying.ts';

/** The received files of a row or of a sighting, and the reasons why others are missing. */
export function keepFiles(
  { evidence: all }: Prepared,
  key: number | string,
  evidence: readonly PlannedEvidence[],
): { kept: KeptEvidence[]; refused: string[] } {
  const refused: string[] = [];
  const kept = evidence.flatMap((planned): KeptEvidence[] => {
    const received = all.get(evidenceKey(key, planned));
    if (received === undefined) return [];
    if (!('refused' in received)) return [received];
    refused.push(`evidence ${received.file_name}: ${received.refused}`);
    return [];
  });
  return { kept, refused };
}

/** The ids and received files of the sightings of a new mission's row, and the reasons why others are missing. */
export function keepSightings(
  prepared: Prepared,
  number: number,
  sightings: readonly ImportedSighting[],
): { kept: KeptSighting[]; refused: string[] } {
  const ids = prepared.sightings.get(number) ?? sightings.map(() => newId());
  const refused: string[] = [];
  const kept = sightings.map((sighting, index): KeptSighting => {
    const { key, files: planned } = listSightingFiles(number, index, sighting);
    const files = keepFiles(prepared, key, planned);
    refused.push(...files.refused);
    const own = files.kept.map(({ side: _side, ...file }) => file);
    return { id: ids[index] as string, files: own };
  });
  return { kept, refused };
}
