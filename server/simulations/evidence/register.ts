import { type BlobPlace, openBlobStore } from '../../blobs/place.ts';
import type { BlobRecord } from '../../blobs/records.ts';
import { BlobRegister } from '../../blobs/register.ts';
import type { Db } from '../../database/database.ts';
import { everyEngagement } from '../../database/engagement-viewers.ts';
import type { SimulationEvidence } from './contract.ts';
import * as store from './store.ts';

/** The register of the files at `<place>/<engagement>/<simulation>/<sha256>`. */
export function openSimulationEvidenceRegister(db: Db, place: BlobPlace): BlobRegister {
  return new BlobRegister(db, openBlobStore(place), {
    name: 'simulation_evidence',
    noun: 'Evidence',
    find: async (from, id) => {
      const record = await store.findEvidence(from, everyEngagement, id);
      return record && toBlob(record);
    },
    after: async (from, afterId, limit) => (await store.listEvidenceAfter(from, afterId, limit)).map(toBlob),
    digestsOf: store.listDigestsOfSimulation,
  });
}

export function toBlob({ id, engagement_id, simulation_id, sha256, size }: SimulationEvidence): BlobRecord {
  return { id, folder: toFolder(engagement_id, simulation_id), sha256, size };
}

/** Folder of a simulation's evidence. */
export function toFolder(engagementId: string, simulationId: string): string {
  return `${engagementId}/${simulationId}`;
}
