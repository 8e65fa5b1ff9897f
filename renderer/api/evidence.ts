import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EvidenceRecord, EvidenceSide, EvidenceUsage } from '../../server/missions/evidence/contract.ts';
import { get, getBytes, remove } from './http.ts';
import { getKnownTest, renewTest, showTest } from './mission-tests.ts';
import { ApiError } from './problem.ts';
import { upload } from './upload.ts';

/** The bytes of a file, or its first `most`. Object URLs are made from them. */
export const evidenceBytes = (evidenceId: string, most?: number) =>
  queryOptions({
    queryKey: ['evidence', evidenceId, most ?? 'whole'],
    queryFn: ({ signal }) => readBytes(evidenceId, most, signal),
    // The bytes behind an id never change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** Where the evidence lies, and how much of it is allowed. */
export const evidenceUsage = queryOptions({
  queryKey: ['evidence-usage'],
  queryFn: ({ signal }) => get<EvidenceUsage>('/api/v1/evidence/usage', undefined, signal),
});

function readBytes(evidenceId: string, most: number | undefined, signal: AbortSignal): Promise<Blob> {
  const headers = most === undefined ? {} : { range: `bytes=0-${most - 1}` };
  return getBytes(`/api/v1/evidence/${evidenceId}`, { headers, signal }).catch((error: unknown) => {
    // A range of an empty file can't be satisfied.
    if (error instanceof ApiError && error.status === 416) return new Blob([]);
    throw error;
  });
}

export type Upload = { side: EvidenceSide; file: File; caption: string | null };

/** Sends one file, telling which share of it has gone. */
export async function uploadEvidence(
  queryClient: QueryClient,
  missionId: string,
  testId: string,
  { side, file, caption }: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  form.set('side', side);
  if (caption !== null) form.set('caption', caption);
  form.set('file', file, file.name);
  const path = `/api/v1/missions/${missionId}/tests/${testId}/evidence`;
  const record = await upload<EvidenceRecord>(path, form, {
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    signal,
  });
  showEvidence(queryClient, record);
}

/** Shows a record among the evidence of its test, which then is read again. */
export function showEvidence(queryClient: QueryClient, record: EvidenceRecord): void {
  changeEvidence(queryClient, record, (others) => [...others, record]);
}

function changeEvidence(
  queryClient: QueryClient,
  { id, test_id }: EvidenceRecord,
  change: (others: EvidenceRecord[]) => EvidenceRecord[],
): void {
  const test = getKnownTest(queryClient, test_id);
  if (test !== undefined) {
    showTest(queryClient, { ...test, evidence: change(test.evidence.filter((other) => other.id !== id)) });
  }
  renewTest(queryClient, test_id);
}

export async function deleteEvidence(queryClient: QueryClient, record: EvidenceRecord): Promise<void> {
  await remove(`/api/v1/evidence/${record.id}`);
  changeEvidence(queryClient, record, (others) => others);
}
