import { DiskBlobStore } from '../../blobs/disk-store.ts';
import { BlobRegister } from '../../blobs/register.ts';
import type { Db } from '../../database/database.ts';
import * as store from './store.ts';

/** The register of what was issued, at `<root>/<mission>/<report>/<sha256>`. */
export function openReportRegister(db: Db, root: string): BlobRegister {
  return new BlobRegister(db, new DiskBlobStore(root), {
    name: 'reports',
    noun: 'Report',
    find: store.findFile,
    after: store.listFilesAfter,
    digestsOf: store.listDigestsOfReport,
  });
}
