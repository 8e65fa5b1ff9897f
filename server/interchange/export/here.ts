import type { BlobRegister } from '../../blobs/register.ts';
import type { OpenedBlob } from '../../blobs/store.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import type { Db } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { recordEvent } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { type FileToRead, type ToExport, withExport } from './export.ts';
import type { Packed } from './pack.ts';

/** Passes a mission or the library in an export format to `write`, for the command. Refuses `not_found`. */
export async function exportHere(
  { db, now, evidence }: { db: Db; now: Now; evidence: BlobRegister },
  what: ToExport,
  write: (made: Packed) => Promise<void>,
): Promise<void> {
  const openFile = (file: FileToRead) => openIntact(evidence, file);
  await withExport({ db, openFile }, what, write);
  await recordExport(db, { at: isoTime(now()), by: 'command' }, what);
}

async function openIntact(evidence: BlobRegister, file: FileToRead): Promise<OpenedBlob | null> {
  try {
    return await evidence.open(file);
  } catch (error) {
    if (error instanceof DomainError && ['not_found', 'evidence_corrupt'].includes(error.code)) return null;
    throw error;
  }
}

/** Records who exported what, and in which format. */
export function recordExport(
  db: Db,
  told: { at: string; by: Principal | 'command' },
  what: ToExport,
): Promise<void> {
  const { object, id, after } =
    'library' in what
      ? ({ object: 'test_template', id: null, after: { format: what.library, ...what.filter } } as const)
      : ({
          object: 'mission',
          id: what.mission,
          after: { format: what.format, ...(what.scenario !== undefined && { scenario_id: what.scenario }) },
        } as const);
  const place = id === null ? {} : { place: { mission_id: id } };
  return recordEvent(db, { ...told, verb: 'exported', object, id, ...place, after });
}
