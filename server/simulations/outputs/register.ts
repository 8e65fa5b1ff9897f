import { type BlobPlace, openBlobStore } from '../../blobs/place.ts';
import type { BlobRecord } from '../../blobs/records.ts';
import { BlobRegister } from '../../blobs/register.ts';
import type { Db } from '../../database/database.ts';
import * as store from './store.ts';

/** The register of outputs too large for a field, at `<place>/<engagement>/<simulation>/<sha256>`. */
export function openOutputRegister(db: Db, place: BlobPlace): BlobRegister {
  return new BlobRegister(db, openBlobStore(place), {
    name: 'outputs',
    noun: 'Output',
    find: async (from, id) => {
      const output = await store.findOutputById(from, id);
      return output && toBlob(output);
    },
    after: async (from, afterId, limit) => (await store.listOutputsAfter(from, afterId, limit)).map(toBlob),
    digestsOf: store.listDigestsOfSimulation,
  });
}

export function toBlob(output: store.StoredOutput): BlobRecord {
  const { id, sha256, size } = output;
  return { id, folder: toFolder(output.engagement_id, output.simulation_id), sha256, size };
}

/** Folder of a simulation's outputs. */
export function toFolder(engagementId: string, simulationId: string): string {
  return `${engagementId}/${simulationId}`;
}
