import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Backup, BackupJob, Verification } from '../../server/backup/contract.ts';
import { get, getBytes, type Paged, post, remove } from './http.ts';

const base = '/api/v1/backups';
const verificationPath = '/api/v1/verification';

/** How often a job under way is asked for; nothing is asked for while there is none. */
const pollMilliseconds = 700;

export const backupsKey = ['backups', 'list'] as const;

export const backupList = (page: { limit?: number; offset?: number } = {}) =>
  queryOptions({
    queryKey: [...backupsKey, page],
    queryFn: ({ signal }) => get<Paged<Backup>>(base, page, signal),
    placeholderData: keepPreviousData,
  });

/** The making or verifying of a back-up that is under way, else the last. */
export const backupJob = queryOptions({
  queryKey: ['backups', 'job'],
  queryFn: ({ signal }) => get<{ job: BackupJob | null }>(`${base}/job`, undefined, signal),
  refetchInterval: ({ state }) => (state.data?.job?.state === 'running' ? pollMilliseconds : false),
});

/** The verification of what is stored that is under way, else the last. */
export const verification = queryOptions({
  queryKey: ['backups', 'verification'],
  queryFn: ({ signal }) => get<{ verification: Verification | null }>(verificationPath, undefined, signal),
  refetchInterval: ({ state }) => (state.data?.verification?.state === 'running' ? pollMilliseconds : false),
});

export const makeBackup = (options: { allow_damaged: boolean }): Promise<BackupJob> => post(base, options);

export const verifyBackup = (backupId: string): Promise<BackupJob> => post(`${base}/${backupId}/verify`);

export const deleteBackup = (backupId: string): Promise<void> => remove(`${base}/${backupId}`);

export const startVerification = (): Promise<Verification> => post(verificationPath);

export const backupBytes = (backupId: string): Promise<Blob> => getBytes(`${base}/${backupId}/file`);
