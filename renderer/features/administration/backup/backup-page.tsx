import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Backup } from '../../../../server/backup/contract.ts';
import {
  backupJob,
  backupList,
  deleteBackup,
  makeBackup,
  noteJobEnded,
  noteVerificationEnded,
  readBackupBytes,
  startVerification,
  verification,
  verifyBackup,
} from '../../../api/backups.ts';
import { useMay } from '../../../api/connection/session.ts';
import { evidenceUsage } from '../../../api/missions/evidence.ts';
import { missionList } from '../../../api/missions/missions.ts';
import { rich } from '../../../rich.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { formatFileSize } from '../../../ui/text/file-size.ts';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import type { BackupAction } from './backup-list.tsx';
import { BackupView } from './backup-view.tsx';
import { describeContents } from './backup-words.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { RestoreHere } from './restore-here.tsx';

const limit = 20;
type Open = { what: 'without' } | { what: 'delete' | 'restore'; backup: Backup } | null;

export function BackupPage() {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Open>(null);
  const list = useQuery(backupList({ limit, offset: (page - 1) * limit }));
  const first = useQuery(backupList({ limit, offset: 0 }));
  const { data: { job = null, restores_here: restoresHere = false } = {} } = useQuery(backupJob);
  const { data: { verification: verified = null } = {} } = useQuery(verification);
  const missions = useQuery({ ...missionList({ limit: 1 }), enabled: useMay('mission.read') });
  const usage = useQuery(evidenceUsage);
  const starting = useMutation({ mutationFn: (start: () => Promise<void>) => start() });
  const downloading = useMutation({
    mutationFn: async (backup: Backup) => saveFile(backup.file_name, await readBackupBytes(backup.id)),
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: t('administration.the_backup_could_not_be_downloaded'),
        message: error.message,
      }),
  });
  useOnceEnded(job?.state, () => {
    noteJobEnded(queryClient);
    if (job?.state !== 'done') return;
    const message =
      job.kind === 'make'
        ? t('administration.the_backup_was_made_and_read')
        : t('administration.the_backup_was_verified');
    notifications.show({ message });
  });
  useOnceEnded(verified?.state, () => noteVerificationEnded(queryClient));
  const act = (action: BackupAction, backup: Backup) => {
    if (action === 'download') downloading.mutate(backup);
    else if (action === 'verify') starting.mutate(() => verifyBackup(queryClient, backup.id));
    else if (action === 'delete') setOpen({ what: 'delete', backup });
    else if (window.desktop === undefined) setOpen({ what: 'restore', backup });
    else void window.desktop.restoreBackup(backup.id);
  };
  const newest = first.data?.items.find(({ check }) => check?.intact !== false);
  const make = (allow_damaged: boolean) => () => makeBackup(queryClient, { allow_damaged });
  return (
    <>
      <BackupView
        list={{
          backups: list.data ?? null,
          error: list.error,
          onRetry: () => list.refetch(),
          page,
          limit,
          onPage: setPage,
          isBusy: job?.state === 'running' || verified?.state === 'running' || starting.isPending,
          downloading: downloading.isPending ? downloading.variables.id : null,
          verifying: job?.state === 'running' && job.kind === 'verify' ? job.backup_id : null,
          onAct: act,
        }}
        usage={{ usage: usage.data ?? null, error: usage.error, onRetry: () => usage.refetch() }}
        newest={first.data === undefined ? undefined : (newest ?? null)}
        hasMissions={missions.data === undefined ? newest?.counts?.missions !== 0 : missions.data.total > 0}
        now={Date.now()}
        job={job}
        verification={verified}
        refusal={starting.error}
        isStarting={starting.isPending}
        isDesktop={window.desktop !== undefined}
        onMake={() => starting.mutate(make(false))}
        onMakeWithout={() => setOpen({ what: 'without' })}
        onVerifyData={() => starting.mutate(() => startVerification(queryClient))}
      />
      {open?.what === 'without' && job !== null ? (
        <ConfirmDialog
          title={t('administration.make_a_backup_without_these_files')}
          confirm={t('administration.make_it_without_them')}
          isDestructive={false}
          onConfirm={make(true)}
          onClose={() => setOpen(null)}
        >
          <div>{t('administration.will_be_missing_from_it', { count: job.damaged_total })}</div>
        </ConfirmDialog>
      ) : null}
      {open?.what !== 'restore' ? null : restoresHere ? (
        <RestoreHere backup={open.backup} onClose={() => setOpen(null)} />
      ) : (
        <RestoreDialog backup={open.backup} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'delete' ? (
        <ConfirmDialog
          title={t('administration.delete_this_backup')}
          confirm={t('administration.delete_backup')}
          onConfirm={() => deleteBackup(queryClient, open.backup.id)}
          onClose={() => setOpen(null)}
        >
          <div>
            {rich('administration.backup_will_be_deleted', {
              at: (
                <strong>
                  <Moment at={open.backup.made_at} />
                </strong>
              ),
              contents: [
                formatFileSize(open.backup.size),
                ...(open.backup.counts === null ? [] : [describeContents(open.backup.counts)]),
              ].join(', '),
            })}
            {first.data?.total === 1 ? (
              <Text size="sm" mt={6}>
                {t('administration.it_is_the_only_one_there')}
              </Text>
            ) : null}
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Calls back when a job that was seen running has ended. */
function useOnceEnded(state: 'running' | 'done' | 'failed' | undefined, onEnd: () => void): void {
  const ended = useEffectEvent(onEnd);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state !== 'running' && state !== undefined) ended();
    before.current = state;
  }, [state]);
}
