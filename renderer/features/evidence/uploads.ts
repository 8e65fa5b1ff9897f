import type { QueryClient } from '@tanstack/react-query';
import { largestEvidence } from '../../../domain/limits.ts';
import { ApiError, isOffline, isSignedOut } from '../../api/connection/problem.ts';
import { isServerLost, subscribeToReach } from '../../api/connection/reach.ts';
import { getSession, onForget, subscribeToSession } from '../../api/connection/session.ts';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';
import {
  type EvidenceFile,
  type EvidenceOwner,
  getKnownEvidence,
  readEvidence,
  showEvidence,
  sideOf,
  type Upload,
  uploadEvidence,
} from '../../api/missions/evidence.ts';
import { noteUploads } from '../../ui/forms/unfinished.ts';
import { t } from '../../words.ts';

export type UploadItem = Upload & {
  id: number;
  owner: EvidenceOwner;
  userId: string;
  state: 'waiting' | 'sending' | 'failed';
  /** 0 to 1. */
  share: number;
  message: string | null;
  /** Refused because of the file or its destination: a retry would fail again. */
  isHopeless: boolean;
  /** Failed only because the server or the session was gone; resumes when both are back. */
  resumes: boolean;
  /** Ids of the owner's evidence when the file was first sent. */
  before: readonly string[] | null;
};

const atOnce = 2;

/** Key that stays the same for a file, however often it is sent. */
const hopeless: readonly ApiError['code'][] = [
  'unsupported_media_type',
  'too_large',
  'invalid',
  'forbidden',
  'not_found',
  'archived',
  'done',
];

/** Uploads. They continue when people leave the page; a failed one stays until retried or dropped. */
const uploads = createStore<readonly UploadItem[]>([]);
let lastId = 0;
let client: QueryClient | null = null;
const aborts = new Map<number, AbortController>();

function set(next: readonly UploadItem[]): void {
  uploads.set(next);
  noteUploads(next.filter(({ state, resumes }) => state !== 'failed' || resumes).length);
}

function change(id: number, part: Partial<UploadItem>): void {
  set(uploads.get().map((item) => (item.id === id ? { ...item, ...part } : item)));
}

export function useUploads(): readonly UploadItem[] {
  return useStore(uploads);
}

export function addUploads(
  queryClient: QueryClient,
  place: { owner: EvidenceOwner; userId: string },
  files: readonly Upload[],
): void {
  const added = files.map((upload) => {
    lastId += 1;
    // The server would refuse it too, after a full upload.
    const tooLarge = upload.file.size > largestEvidence;
    return {
      ...upload,
      ...place,
      id: lastId,
      state: tooLarge ? ('failed' as const) : ('waiting' as const),
      share: 0,
      message: tooLarge ? t('evidence.upload.too_large') : null,
      isHopeless: tooLarge,
      resumes: false,
      before: null,
    };
  });
  set([...uploads.get(), ...added]);
  client = queryClient;
  startWaiting(queryClient);
}

export function cancelUpload(id: number): void {
  aborts.get(id)?.abort();
  set(uploads.get().filter((item) => item.id !== id));
}

export function retryUpload(queryClient: QueryClient, id: number): void {
  change(id, { state: 'waiting', share: 0, message: null, resumes: false });
  startWaiting(queryClient);
}

onForget((owner) => {
  for (const { id, userId } of uploads.get()) if (userId !== owner) aborts.get(id)?.abort();
  set(uploads.get().filter(({ userId }) => userId === owner));
});

function resume(): void {
  const userId = getSession()?.user.id;
  if (client === null || userId === undefined || isServerLost()) return;
  if (!uploads.get().some((item) => item.resumes && item.userId === userId)) return;
  set(
    uploads
      .get()
      .map((item) =>
        item.resumes && item.userId === userId
          ? { ...item, state: 'waiting' as const, share: 0, message: null, resumes: false }
          : item,
      ),
  );
  startWaiting(client);
}

subscribeToReach(resume);
subscribeToSession(resume);

function startWaiting(queryClient: QueryClient): void {
  while (uploads.get().filter(({ state }) => state === 'sending').length < atOnce) {
    const userId = getSession()?.user.id;
    const next = uploads.get().find((item) => item.state === 'waiting' && item.userId === userId);
    if (next === undefined) return;
    change(next.id, { state: 'sending' });
    void send(queryClient, next).finally(() => startWaiting(queryClient));
  }
}

async function send(queryClient: QueryClient, item: UploadItem): Promise<void> {
  const abort = new AbortController();
  aborts.set(item.id, abort);
  try {
    const arrived = await findArrived(queryClient, item);
    const onProgress = (share: number) => change(item.id, { share });
    if (arrived !== null) showEvidence(queryClient, arrived);
    else await uploadEvidence(queryClient, item.owner, item, onProgress, abort.signal);
    set(uploads.get().filter(({ id }) => id !== item.id));
  } catch (error) {
    const resumes = isOffline(error) || isSignedOut(error);
    if (!abort.signal.aborted) {
      const { message } = error as Error;
      change(item.id, {
        state: 'failed',
        message: resumes ? t('evidence.upload.resumes', { problem: message }) : message,
        isHopeless: error instanceof ApiError && hopeless.includes(error.code),
        resumes,
      });
      if (isSignedOut(error)) resume();
    }
  } finally {
    // The upload may already be running again.
    if (aborts.get(item.id) === abort) aborts.delete(item.id);
  }
}

/** The record of a file sent before, which the server may have stored although its answer was lost. */
async function findArrived(queryClient: QueryClient, item: UploadItem): Promise<EvidenceFile | null> {
  const { before, owner } = item;
  const known = getKnownEvidence(queryClient, owner);
  const evidence = (before === null ? known : undefined) ?? (await readEvidence(owner));
  if (before === null) {
    change(item.id, { before: evidence.map(({ id }) => id) });
    return null;
  }
  const alike = evidence.filter(
    (record) =>
      !before.includes(record.id) &&
      sideOf(record) === item.side &&
      record.file_name === item.file.name &&
      record.uploaded_by?.id === item.userId,
  );
  // Only the digest proves that, and a page without TLS can't compute it; storing twice is better than losing the file.
  if (alike.length === 0 || crypto.subtle === undefined) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await item.file.arrayBuffer()));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return alike.find(({ sha256 }) => sha256 === hex) ?? null;
}
