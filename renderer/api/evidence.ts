import { queryOptions } from '@tanstack/react-query';
import type { EvidenceRecord, EvidenceSide } from '../../server/evidence/contract.ts';
import { refusal, remove, unreachable } from './http.ts';
import { noteReach } from './reach.ts';
import { getSession } from './session.ts';

/** The bytes of a file, or its first `most`. Object URLs are made from them: a plain link would carry no token. */
export const evidenceBytes = (evidenceId: string, most?: number) =>
  queryOptions({
    queryKey: ['evidence', evidenceId, most ?? 'whole'],
    queryFn: ({ signal }) => fetchBytes(evidenceId, most, signal),
    // The bytes behind an id never change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

async function fetchBytes(evidenceId: string, most: number | undefined, signal: AbortSignal): Promise<Blob> {
  const token = getSession()?.token ?? '';
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (most !== undefined) headers.range = `bytes=0-${most - 1}`;
  let response: Response;
  try {
    response = await fetch(`/api/v1/evidence/${evidenceId}`, { headers, signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  // A range of an empty file can not be satisfied.
  if (response.status === 416) return new Blob([]);
  if (!response.ok) throw refusal(response.status, await response.text().catch(() => ''), token);
  noteReach(true);
  return response.blob();
}

export type Upload = { side: EvidenceSide; file: File; caption: string | null };

/** Sends one file, telling how much has gone; `fetch` tells nothing about a body on its way. */
export function uploadEvidence(
  missionId: string,
  testId: string,
  { side, file, caption }: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<EvidenceRecord> {
  const token = getSession()?.token ?? '';
  const form = new FormData();
  form.set('side', side);
  if (caption !== null) form.set('caption', caption);
  form.set('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1/missions/${missionId}/tests/${testId}/evidence`);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
    request.onload = () => {
      if (request.status === 201) {
        noteReach(true);
        resolve(JSON.parse(request.responseText) as EvidenceRecord);
      } else reject(refusal(request.status, request.responseText, token));
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

export const deleteEvidence = (evidenceId: string): Promise<void> => remove(`/api/v1/evidence/${evidenceId}`);
