import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Side } from '../../../domain/sides.ts';
import type { EvidenceUsage } from '../../../server/evidence/contract.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import type { SimulationEvidence } from '../../../server/simulations/evidence/contract.ts';
import { get, getBytes, type Paged, patch, remove } from '../connection/http.ts';
import { ApiError } from '../connection/problem.ts';
import { upload } from '../connection/upload.ts';
import {
  getKnownSimulation,
  readSimulation,
  renewSimulation,
  showSimulation,
} from '../engagements/simulations.ts';
import { getKnownTest, readTest, renewTest, showTest } from './mission-tests.ts';

/** An evidence file of a test, or of a simulation. */
export type EvidenceFile = EvidenceRecord | SimulationEvidence;

/** Owner of evidence. */
export type EvidenceOwner =
  | { kind: 'test'; id: string; missionId: string }
  | { kind: 'simulation'; id: string };

/** The displayed side of a file: the SOC of a simulation is blue. */
export function sideOf({ side }: Pick<EvidenceFile, 'side'>): Side {
  return side === 'red' ? 'red' : 'blue';
}

/** A picture file, drawn for printing. */
export const printedPictureKey = ({ id }: EvidenceFile) => ['evidence', id, 'printed'] as const;

/** The bytes of a file, or the first `most`, for display. */
export const evidenceBytes = (file: EvidenceFile, most?: number) =>
  queryOptions({
    queryKey: ['evidence', file.id, most ?? 'whole'],
    queryFn: ({ signal }) => readBytes(`${toPath(file)}?view=true`, most, signal),
    // The bytes behind an id never change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** A file of a test, without its bytes. */
export const evidenceRecord = (id: string) =>
  queryOptions({
    queryKey: ['evidence-record', id],
    queryFn: ({ signal }) => get<EvidenceRecord>(`/api/v1/evidence/${id}/record`, undefined, signal),
  });

const picturesKey = (missionId: string) => ['pictures', missionId] as const;
const toPictures = (missionId: string) => `/api/v1/missions/${missionId}/pictures`;

/** The picture of a mission with these bytes; null for none that this person sees. */
export const writtenPicture = (missionId: string, sha256: string) =>
  queryOptions({
    queryKey: [...picturesKey(missionId), sha256],
    queryFn: async ({ signal }) => {
      const query = { sha256, limit: 1 };
      return (await get<Paged<EvidenceRecord>>(toPictures(missionId), query, signal)).items[0] ?? null;
    },
    staleTime: 60_000,
  });

const picturesAtOnce = 12;

/** The pictures of a mission, page by page. */
export const missionPictures = (missionId: string) =>
  infiniteQueryOptions({
    queryKey: [...picturesKey(missionId), 'pages'],
    queryFn: ({ signal, pageParam: offset }) =>
      get<Paged<EvidenceRecord>>(toPictures(missionId), { limit: picturesAtOnce, offset }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _all, offset) =>
      offset + picturesAtOnce < last.total ? offset + picturesAtOnce : null,
  });

/** Use of evidence storage, and its limits. */
export const evidenceUsage = queryOptions({
  queryKey: ['evidence-usage'],
  queryFn: ({ signal }) => get<EvidenceUsage>('/api/v1/evidence/usage', undefined, signal),
});

function toPath(file: EvidenceFile): string {
  return 'simulation_id' in file ? `/api/simulations/evidence/${file.id}` : `/api/v1/evidence/${file.id}`;
}

/** The bytes of a file, to be saved: the history records a download. */
export const downloadEvidence = (file: EvidenceFile): Promise<Blob> => readBytes(toPath(file));

function readBytes(path: string, most?: number, signal?: AbortSignal): Promise<Blob> {
  const headers = most === undefined ? {} : { range: `bytes=0-${most - 1}` };
  return getBytes(path, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
    // The server can't satisfy a range of an empty file.
    if (error instanceof ApiError && error.status === 416) return new Blob([]);
    throw error;
  });
}

export type Upload = { side: Side; file: File; caption: string | null };

/** Uploads one file, reporting progress; returns its record. */
export async function uploadEvidence(
  queryClient: QueryClient,
  owner: EvidenceOwner,
  { side, file, caption }: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<EvidenceFile> {
  const form = new FormData();
  form.set('side', owner.kind === 'simulation' && side === 'blue' ? 'soc' : side);
  if (caption !== null) form.set('caption', caption);
  form.set('file', file, file.name);
  const path =
    owner.kind === 'test'
      ? `/api/v1/missions/${owner.missionId}/tests/${owner.id}/evidence`
      : `/api/simulations/${owner.id}/evidence`;
  const record = await upload<EvidenceFile>(path, form, {
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    signal,
  });
  showEvidence(queryClient, record);
  return record;
}

/** The cached files of a test or a simulation, or undefined. */
export function getKnownEvidence(
  queryClient: QueryClient,
  { kind, id }: EvidenceOwner,
): readonly EvidenceFile[] | undefined {
  return (kind === 'test' ? getKnownTest(queryClient, id) : getKnownSimulation(queryClient, id))?.evidence;
}

/** The same files, read from the server directly and not through a query of the page. */
export async function readEvidence(owner: EvidenceOwner): Promise<readonly EvidenceFile[]> {
  return owner.kind === 'test'
    ? (await readTest(owner.missionId, owner.id)).evidence
    : (await readSimulation(owner.id)).evidence;
}

/** Shows a record among the evidence of its owner, and reads that again. */
export function showEvidence(queryClient: QueryClient, record: EvidenceFile): void {
  changeEvidence(queryClient, record, (others) => [...others.filter(({ id }) => id !== record.id), record]);
}

function changeEvidence(
  queryClient: QueryClient,
  file: EvidenceFile,
  change: (records: EvidenceFile[]) => EvidenceFile[],
): void {
  if ('simulation_id' in file) {
    const simulation = getKnownSimulation(queryClient, file.simulation_id);
    if (simulation !== undefined) {
      const evidence = change(simulation.evidence) as SimulationEvidence[];
      showSimulation(queryClient, { ...simulation, evidence });
    }
    void renewSimulation(queryClient, file.simulation_id);
    return;
  }
  void queryClient.invalidateQueries({ queryKey: picturesKey(file.mission_id) });
  const test = getKnownTest(queryClient, file.test_id);
  if (test !== undefined) {
    showTest(queryClient, { ...test, evidence: change(test.evidence) as EvidenceRecord[] });
  }
  renewTest(queryClient, file.test_id);
}

/** Changes the caption of a file; null removes it. */
export async function changeCaption(
  queryClient: QueryClient,
  file: EvidenceFile,
  caption: string | null,
): Promise<void> {
  const record = await patch<EvidenceFile>(`${toPath(file)}/record`, { caption });
  changeEvidence(queryClient, record, (records) =>
    records.map((other) => (other.id === record.id ? record : other)),
  );
}

export async function deleteEvidence(queryClient: QueryClient, file: EvidenceFile): Promise<void> {
  await remove(toPath(file));
  changeEvidence(queryClient, file, (records) => records.filter(({ id }) => id !== file.id));
}
