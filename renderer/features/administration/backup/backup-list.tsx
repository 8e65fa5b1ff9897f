import { Menu, Paper, Table, Text } from '@mantine/core';
import {
  IconArchive,
  IconCircleCheck,
  IconCircleX,
  IconDownload,
  IconHelpCircle,
  IconRestore,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import type { Backup } from '../../../../server/backup/contract.ts';
import type { Paged } from '../../../api/connection/http.ts';
import { rich } from '../../../rich.ts';
import { StatusBadge } from '../../../ui/badges/status-badge.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { formatFileSize } from '../../../ui/text/file-size.ts';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from '../administration.module.css';
import { describeContents } from './backup-words.ts';

export type BackupAction = 'download' | 'verify' | 'restore' | 'delete';

type Props = {
  /** Null while loading. */
  backups: Paged<Backup> | null;
  error: Error | null;
  onRetry: () => void;
  page: number;
  limit: number;
  onPage: (page: number) => void;
  /** A job is running, so no other can start. */
  isBusy: boolean;
  /** The backups being downloaded, and the one being verified, by id. */
  downloading: string | null;
  verifying: string | null;
  onAct: (action: BackupAction, backup: Backup) => void;
};

export function BackupList(props: Props) {
  const { backups, error, page, limit, onPage } = props;
  if (error !== null && backups === null) {
    return <ProblemNote error={error} what={t('administration.list_of_backups')} onRetry={props.onRetry} />;
  }
  if (backups === null) return <SkeletonRows rows={3} />;
  if (backups.total === 0) {
    return (
      <EmptyState
        icon={IconArchive}
        title={t('administration.there_is_no_backup_yet')}
        hint={t('administration.a_backup_is_one_file_with')}
      />
    );
  }
  return (
    <div>
      <Paper withBorder className={styles.scroll}>
        <Table verticalSpacing={5} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('administration.made')}</Table.Th>
              <Table.Th>{t('administration.holds')}</Table.Th>
              <Table.Th>{t('administration.size')}</Table.Th>
              <Table.Th>{t('shared.state')}</Table.Th>
              <Table.Th w={44}>
                <span className={styles.unseen}>{t('shared.actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {backups.items.map((backup) => (
              <Row key={backup.id} backup={backup} {...props} />
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Pager total={backups.total} limit={limit} page={page} onPage={onPage} />
    </div>
  );
}

function Row({
  backup,
  isBusy,
  downloading,
  verifying,
  onAct,
}: { backup: Backup } & Pick<Props, 'isBusy' | 'downloading' | 'verifying' | 'onAct'>) {
  const { id, counts, left_out, size, made_at } = backup;
  return (
    <Table.Tr>
      <Table.Td className={styles.steady}>
        <Moment at={made_at} />
      </Table.Td>
      <Table.Td>
        {counts === null ? '–' : describeContents(counts)}
        {left_out > 0 ? (
          <Text size="xs" c="dimmed">
            {t('administration.left_out', { count: left_out })}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td className={styles.steady}>{formatFileSize(size)}</Table.Td>
      <Table.Td>
        {downloading === id ? (
          <Text size="sm" role="status">
            {t('administration.downloading')}
          </Text>
        ) : verifying === id ? (
          <Text size="sm">{t('administration.being_verified')}</Text>
        ) : (
          <Check check={backup.check} />
        )}
      </Table.Td>
      <Table.Td>
        <RowMenu
          of={t('administration.backup_of', {
            at: made_at.slice(0, 16).replace('T', ' '),
          })}
        >
          <Menu.Item
            leftSection={<IconDownload size={15} aria-hidden />}
            disabled={downloading !== null}
            onClick={() => onAct('download', backup)}
          >
            {t('shared.download')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldCheck size={15} aria-hidden />}
            disabled={isBusy}
            onClick={() => onAct('verify', backup)}
          >
            {t('shared.verify')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRestore size={15} aria-hidden />}
            disabled={isBusy || backup.check?.intact === false}
            onClick={() => onAct('restore', backup)}
          >
            {t('administration.restore_it')}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={15} aria-hidden />}
            disabled={verifying === id}
            onClick={() => onAct('delete', backup)}
          >
            {t('shared.delete')}
          </Menu.Item>
        </RowMenu>
      </Table.Td>
    </Table.Tr>
  );
}

function Check({ check }: { check: Backup['check'] }) {
  if (check === null)
    return <StatusBadge icon={IconHelpCircle} tone="quiet" label={t('administration.not_verified_yet')} />;
  return (
    <>
      {check.intact ? (
        <StatusBadge icon={IconCircleCheck} tone="plain" label={t('administration.intact')} />
      ) : (
        <StatusBadge icon={IconCircleX} tone="danger" label={t('administration.damaged')} />
      )}
      <Text size="xs" c="dimmed">
        {check.intact
          ? rich('administration.read_at', { at: <Moment at={check.checked_at} /> })
          : check.problem}
      </Text>
    </>
  );
}
