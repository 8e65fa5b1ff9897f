import { Button, List, Skeleton, Stack } from '@mantine/core';
import { IconPlus, IconReport } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isArchived } from '../../../../domain/missions.ts';
import { reportKinds } from '../../../../domain/reports.ts';
import type { ReportSummary } from '../../../../server/missions/reports/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { deleteReport, missionReports, readReport } from '../../../api/reports.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useKeysHelp } from '../../../ui/keys/keys-help.tsx';
import { reportListKeys } from '../../../ui/keys/shortcuts.ts';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { useMissionTab } from '../mission-tabs.ts';
import { DeletedDraft } from './deleted-draft.tsx';
import { NewReportDialog } from './new-report-dialog.tsx';
import { PrintMission } from './print-mission.tsx';
import { ReportList } from './report-list.tsx';
import { toReportPath } from './report-record.ts';
import { VerifyDialog } from './verify-dialog.tsx';

/** Changes by others are pushed; polling is the fallback without a stream. */
const readAgainEveryMs = 120_000;

/** The reports of a mission: issued ones, and drafts. */
export function ReportTab() {
  const { mission } = useMissionTab();
  const queryClient = useQueryClient();
  const reports = useQuery({ ...missionReports(mission.id), refetchInterval: readAgainEveryMs });
  const may = useMay('mission.update') && !isArchived(mission.status);
  const making = useDialog(['new-report'], { may });
  const verifying = useDialog(['verify'], {
    list: {
      items: reports.data,
      read: (id: string): Promise<ReportSummary> => readReport({ id, mission_id: mission.id }),
    },
  });
  const [deleting, setDeleting] = useState<ReportSummary | null>(null);
  const add = () => void making.open('new-report');
  useKeysHelp(reportListKeys());
  usePageKeys(
    may
      ? [
          [
            'n',
            (event) => {
              event.preventDefault();
              add();
            },
          ],
        ]
      : [],
  );
  const button = may ? (
    <Button
      w="fit-content"
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={add}
      aria-keyshortcuts="n"
    >
      {t('mission_report.new')}
    </Button>
  ) : null;

  if (reports.data === undefined) {
    if (reports.error === null) {
      return (
        <Stack gap="xs" aria-busy="true" role="status" aria-label={t('mission_report.list.loading')}>
          <Skeleton height={36} width={130} />
          <Skeleton height={56} />
          <Skeleton height={56} />
        </Stack>
      );
    }
    return (
      <ProblemNote error={reports.error} what={t('mission_report.them')} onRetry={() => reports.refetch()} />
    );
  }
  const shared = {
    onVerify: (report: ReportSummary) => void verifying.open('verify', report),
    onDelete: may ? setDeleting : null,
  };
  return (
    <Stack gap="lg">
      {reports.data.length === 0 ? (
        <NoReports action={button} />
      ) : (
        <>
          {button}
          <ReportList
            {...shared}
            id="reports-issued"
            title={t('mission_report.list.issued')}
            reports={reports.data.filter(({ status }) => status === 'issued')}
          />
          <ReportList
            {...shared}
            id="reports-drafts"
            title={t('mission_report.list.drafts')}
            reports={reports.data.filter(({ status }) => status === 'draft')}
          />
        </>
      )}
      <PrintMission mission={mission} />
      {making.name === null ? null : (
        <NewReportDialog
          mission={mission}
          onClose={() => void making.close()}
          onMade={(made) => making.leaveFor(toReportPath(made))}
        />
      )}
      {verifying.name === null || verifying.item === null || verifying.item.issued === null ? null : (
        <VerifyDialog report={verifying.item} onClose={() => void verifying.close()} />
      )}
      {deleting === null ? null : (
        <ConfirmDialog
          title={t('mission_report.delete.title')}
          confirm={t('mission_report.delete.confirm')}
          onConfirm={() => deleteReport(queryClient, deleting)}
          onClose={() => setDeleting(null)}
        >
          <DeletedDraft title={deleting.title} />
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function NoReports({ action }: { action: ReactNode }) {
  return (
    <div>
      <EmptyState
        icon={IconReport}
        title={t('mission_report.empty.title')}
        hint={action ? t('mission_report.empty.hint') : t('mission_report.empty.read_only')}
        action={action}
      />
      <List size="sm" maw={720} mx="auto" spacing={4}>
        {reportKinds.map((kind) => (
          <List.Item key={kind}>
            {rich('mission_report.kind_line', {
              kind: t(`report_sections.kind.${kind}`),
              sentence: t(`mission_report.kind_sentence.${kind}`),
              b: (parts) => <b>{parts}</b>,
            })}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
