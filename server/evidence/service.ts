import type { IncomingMessage } from 'node:http';
import { largestEvidence } from '../../domain/limits.ts';
import type { BlobRegister } from '../blobs/register.ts';
import type { Now } from '../database/clock.ts';
import { type Db, inSnapshot, type Trx } from '../database/database.ts';
import { DomainError } from '../errors.ts';
import { type DownloadRecorder, type Recorded, recordWrite } from '../history/service.ts';
import type { Principal } from '../permissions.ts';
import type { EvidenceUsage, FileQuery } from './contract.ts';
import { createInspector, type Inspector } from './inspection.ts';
import { type ReceivedForm, receiveForm } from './receive.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

/** Dependencies of the evidence of tests and of simulations, each with its own register. */
export type EvidenceKeeping = {
  db: Db;
  now: Now;
  register: BlobRegister;
  /** The live user of the caller's session, looked up again once an upload has arrived; null if it has ended. */
  stillLive: (user: Principal) => Promise<Principal | null>;
  quotas: rules.Quotas;
  recordDownload: DownloadRecorder;
};

/** The history's word for a file that was sent. */
export const toVerb = ({ view }: FileQuery) => (view === 'true' ? 'viewed' : 'downloaded');

/** Whether files of this recorded type are texts. */
export const isTextType: (mimeType: string) => boolean = rules.isTextType;

/**
 * Takes the name of an accompanying file, returns a safe name, its type, and an inspector for its bytes. Refuses
 * `unsupported_media_type` anything but evidence, by its name at once and by its bytes as they arrive.
 */
export function inspectFile(name: string): { fileName: string; mimeType: string; inspector: Inspector } {
  const fileName = rules.toSafeFileName(name);
  const kind = rules.judgeKind(fileName, rules.kinds.get(endingOf(fileName))?.mimeType ?? null);
  return { fileName, mimeType: kind.mimeType, inspector: createInspector(kind) };
}

function endingOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
}

/** An uploaded file that has no record yet. */
export type ReceivedEvidence<S extends string> = ReceivedForm<S> & { sha256: string; size: number };

/**
 * Receives one upload, stores its file in its owner's folder and then calls `record`, which checks the caller again and writes
 * the row in its own transaction. Returns the result of `record`. Refuses what `receiveForm` refuses and a full disk (507); if
 * anything fails, including `record`, nothing is kept.
 */
export async function receiveFile<T, S extends string>(
  register: BlobRegister,
  upload: { request: IncomingMessage; folder: string; sides: readonly S[] },
  record: (received: ReceivedEvidence<S>) => Promise<T>,
): Promise<T> {
  const { stored, ...form } = await receiveForm(upload.request, upload.sides, (bodyLength) =>
    register.stage(largestEvidence, bodyLength),
  );
  const { sha256, size } = stored;
  return register.keep(stored, upload.folder, () => record({ ...form, sha256, size }));
}

/** Uploader, checked again once the bytes have arrived. Refuses `unauthenticated` when the session has ended. */
export async function requireStillLive(
  { stillLive }: Pick<EvidenceKeeping, 'stillLive'>,
  user: Principal,
): Promise<Principal> {
  const live = await stillLive(user);
  if (live === null) throw new DomainError('unauthenticated', 'The session ended during the upload');
  return live;
}

/** An evidence record as written to the history. */
type Told = { side: string; file_name: string; size: number; sha256: string; caption: string | null };

/** Records added or deleted evidence, in the same transaction. Refuses nothing. */
export async function recordEvidence(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'object' | 'id' | 'place'> & { verb: 'created' | 'deleted' },
  { side, file_name, size, sha256, caption }: Told,
): Promise<void> {
  const fields = { side, file_name, size, sha256, caption };
  await recordWrite(trx, {
    ...write,
    ...(write.verb === 'deleted' ? { before: fields } : { after: fields }),
  });
}

/** Refuses `quota_exceeded` when these bytes would exceed the limit of a mission or an engagement, or of this person. */
export async function judgeQuotas(
  trx: Trx,
  quotas: rules.Quotas,
  user: Principal,
  exercise: store.Exercise,
  size: number,
): Promise<void> {
  if (quotas.mission === null && quotas.person === null) return;
  rules.refuseOverQuota(quotas, await store.readUsage(trx, exercise, user.id), exercise.kind, size);
}

/**
 * Evidence storage in use, for operators: the twenty largest missions, engagements and people, and the limits. Refuses nothing.
 */
export async function readUsage({
  db,
  quotas,
}: Pick<EvidenceKeeping, 'db' | 'quotas'>): Promise<EvidenceUsage> {
  return { quotas, ...(await inSnapshot(db, (trx) => store.listFullest(trx, 20))) };
}
