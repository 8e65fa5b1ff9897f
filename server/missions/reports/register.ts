import { type BlobPlace, openBlobStore } from '../../blobs/place.ts';
import { BlobRegister } from '../../blobs/register.ts';
import type { Db } from '../../database/database.ts';
import * as store from './store.ts';

/** The register of issued reports, at `<place>/<mission>/<report>/<sha256>`. */
export function openReportRegister(db: Db, place: BlobPlace): BlobRegister {
  return new BlobRegister(db, openBlobStore(place), {
    name: 'reports',
    noun: 'Report',
    find: store.findFile,
    after: store.listFilesAfter,
    digestsOf: store.listDigestsOfReport,
    isReachable: store.isReportReachable,
  });
}
