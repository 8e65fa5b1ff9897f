import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { MissionTest } from '../../../server/missions/contract.ts';
import { type Upload, uploadEvidence } from '../../api/evidence.ts';
import { missionTestKey } from '../../api/mission-tests.ts';
import { noteUploads } from '../../ui/unfinished.ts';
import { takeOverTest } from '../missions/mission-cache.ts';

export type UploadItem = Upload & {
  id: number;
  missionId: string;
  testId: string;
  userId: string;
  state: 'waiting' | 'sending' | 'failed';
  /** 0 to 1. */
  share: number;
  message: string | null;
};

const atOnce = 2;
/** The server would refuse it too, after all of it had been sent. */
const largest = 25 * 1024 * 1024;

/** Files on their way. They go on when one leaves the page of their test; a failed one stays until retried or dropped. */
let items: readonly UploadItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const aborts = new Map<number, AbortController>();

function set(next: readonly UploadItem[]): void {
  items = next;
  noteUploads(items.filter(({ state }) => state !== 'failed').length);
  for (const listener of listeners) listener();
}

function change(id: number, part: Partial<UploadItem>): void {
  set(items.map((item) => (item.id === id ? { ...item, ...part } : item)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(subscribe, () => items);
}

export function addUploads(
  queryClient: QueryClient,
  place: { missionId: string; testId: string; userId: string },
  uploads: readonly Upload[],
): void {
  const added = uploads.map((upload) => {
    lastId += 1;
    const tooLarge = upload.file.size > largest;
    return {
      ...upload,
      ...place,
      id: lastId,
      state: tooLarge ? ('failed' as const) : ('waiting' as const),
      share: 0,
      message: tooLarge ? 'Larger than 25 MiB, which is the most the server takes' : null,
    };
  });
  set([...items, ...added]);
  pump(queryClient);
}

export function cancelUpload(id: number): void {
  aborts.get(id)?.abort();
  set(items.filter((item) => item.id !== id));
}

export function retryUpload(queryClient: QueryClient, id: number): void {
  change(id, { state: 'waiting', share: 0, message: null });
  pump(queryClient);
}

/** On signing out by hand: nothing of this person goes on. */
export function forgetUploads(): void {
  for (const abort of aborts.values()) abort.abort();
  set([]);
}

function pump(queryClient: QueryClient): void {
  while (items.filter(({ state }) => state === 'sending').length < atOnce) {
    const next = items.find(({ state }) => state === 'waiting');
    if (next === undefined) return;
    change(next.id, { state: 'sending' });
    void send(queryClient, next).finally(() => pump(queryClient));
  }
}

async function send(queryClient: QueryClient, item: UploadItem): Promise<void> {
  const abort = new AbortController();
  aborts.set(item.id, abort);
  try {
    const record = await uploadEvidence(
      item.missionId,
      item.testId,
      item,
      (share) => change(item.id, { share }),
      abort.signal,
    );
    const test = queryClient.getQueryData<MissionTest>(missionTestKey(item.testId));
    if (test !== undefined) {
      const evidence = [...test.evidence.filter(({ id }) => id !== record.id), record];
      takeOverTest(queryClient, { ...test, evidence });
    }
    void queryClient.invalidateQueries({ queryKey: missionTestKey(item.testId) });
    set(items.filter(({ id }) => id !== item.id));
  } catch (error) {
    if (!abort.signal.aborted) change(item.id, { state: 'failed', message: (error as Error).message });
  } finally {
    aborts.delete(item.id);
  }
}
