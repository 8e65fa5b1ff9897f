import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Backup, BackupJob, Verification } from '../../server/backup/contract.ts';
import { prove, type Shown } from './accounts/second-factor.ts';
import { health } from './connection/health.ts';
import { get, getBytes, type Paged, post, remove } from './connection/http.ts';

const base = '/api/v1/backups';
const verificationPath = '/api/v1/verification';

/** Interval of polling while a job is running; otherwise nothing is polled. */
const pollMilliseconds = 700;

const backupsKey = ['backups', 'list'] as const;

export const backupList = (page: { limit?: number; offset?: number } = {}) =>
  queryOptions({
    queryKey: [...backupsKey, page],
    queryFn: ({ signal }) => get<Paged<Backup>>(base, page, signal),
    placeholderData: keepPreviousData,
  });

/** The running or last job on a backup. */
export const backupJob = queryOptions({
  queryKey: ['backups', 'job'],
  queryFn: ({ signal }) =>
    get<{ job: BackupJob | null; restores_here: boolean }>(`${base}/job`, undefined, signal),
  refetchInterval: ({ state }) => (state.data?.job?.state === 'running' ? pollMilliseconds : false),
});

/** The running or last verification of stored data. */
export const verification = queryOptions({
  queryKey: ['backups', 'verification'],
  queryFn: ({ signal }) => get<{ verification: Verification | null }>(verificationPath, undefined, signal),
  refetchInterval: ({ state }) => (state.data?.verification?.state === 'running' ? pollMilliseconds : false),
});

/**
 * Starts a job and shows its first state from the answer, without waiting for the next poll. After a refusal the job is read
 * again: someone else may have started one.
 */
async function begin<Begun>(
  queryClient: QueryClient,
  path: string,
  body: unknown,
  show: (begun: Begun) => void,
): Promise<void> {
  try {
    show(await post<Begun>(path, body));
  } finally {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: backupJob.queryKey }),
      queryClient.invalidateQueries({ queryKey: verification.queryKey }),
    ]);
  }
}

const showJob = (queryClient: QueryClient) => (job: BackupJob) =>
  queryClient.setQueryData(backupJob.queryKey, (before) => before && { ...before, job });

export const makeBackup = (queryClient: QueryClient, options: { allow_damaged: boolean }): Promise<void> =>
  begin(queryClient, base, options, showJob(queryClient));

export const verifyBackup = (queryClient: QueryClient, backupId: string): Promise<void> =>
  begin(queryClient, `${base}/${backupId}/verify`, undefined, showJob(queryClient));

export const startVerification = (queryClient: QueryClient): Promise<void> =>
  begin(queryClient, verificationPath, undefined, (begun: Verification) =>
    queryClient.setQueryData(verification.queryKey, { verification: begun }),
  );

export async function deleteBackup(queryClient: QueryClient, backupId: string): Promise<void> {
  await remove(`${base}/${backupId}`);
  await queryClient.invalidateQueries({ queryKey: backupsKey });
}

/** Renews the list of backups after a job, and the server's health, which its result may have changed. */
export function noteJobEnded(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: backupsKey });
  noteVerificationEnded(queryClient);
}

export function noteVerificationEnded(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: health.queryKey });
}

export const readBackupBytes = (backupId: string): Promise<Blob> => getBytes(`${base}/${backupId}/file`);

/** Restores a backup over the server's data; everyone has to sign in again afterwards. */
export const restoreBackup = async (id: string, shown: Shown): Promise<Backup> =>
  post(`${base}/${id}/restore`, await prove(shown));
