import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { isGone } from '../../../api/connection/problem.ts';
import { useMay } from '../../../api/connection/session.ts';
import { lastWriteOf, missionHistory } from '../../../api/history.ts';
import { reportTemplates } from '../../../api/report-templates.ts';
import { deleteReport, report as reportQuery } from '../../../api/reports.ts';
import { useIsWide } from '../../../ui/dialogs/beside.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { ConflictDialog } from '../../../ui/record/conflict-dialog.tsx';
import { useConflict } from '../../../ui/record/use-conflict.ts';
import { useLeaveGuard } from '../../../ui/record/use-leave-guard.tsx';
import { useFieldKeys } from '../../../ui/record/use-record-keys.ts';
import { PicturesOf } from '../../../ui/text/pictures-of.ts';
import { t } from '../../../words.ts';
import { useFollowedMission } from '../use-followed-mission.ts';
import { DeletedDraft } from './deleted-draft.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { nameChoice } from './report-options.ts';
import type { ReportPageContext } from './report-outlet.ts';
import { type ReportField, toReportPath, useFieldWords, useReportWriter } from './report-record.ts';
import { ReportView } from './report-view.tsx';
import { usePreview } from './use-preview.ts';
import { useStartSanitised } from './use-start-sanitised.ts';
import { VerifyDialog } from './verify-dialog.tsx';

/** Changes by others are pushed; polling is the fallback without a stream. */
const readAgainEveryMs = 120_000;

/** A report on its own page: a draft to write, or an issued one. */
export function ReportPage() {
  const { missionId = '', reportId = '' } = useParams();
  return (
    <PicturesOf value={missionId}>
      <OneReport key={reportId} missionId={missionId} reportId={reportId} />
    </PicturesOf>
  );
}

function OneReport({ missionId, reportId }: { missionId: string; reportId: string }) {
  const ref = { id: reportId, mission_id: missionId };
  const queryClient = useQueryClient();
  const go = useGo();
  const { query: mission } = useFollowedMission(missionId);
  const found = useQuery({ ...reportQuery(ref), refetchInterval: readAgainEveryMs });
  const report = found.data;
  const writer = useReportWriter(ref);
  const words = useFieldWords(report?.kind);
  const templates = useQuery(reportTemplates);
  const conflict = useConflict<ReportField>();
  const leaving = useLeaveGuard({
    writer,
    names: words.names,
    path: toReportPath(ref),
    onCompare: conflict.compare,
  });
  const lastWrite = useCallback(
    (field: ReportField) => lastWriteOf(missionHistory(missionId), { object_id: reportId }, field),
    [missionId, reportId],
  );
  const mayWrite = useMay('mission.update');
  const isIssued = report?.status === 'issued';
  const mayDraft = mayWrite && mission.data !== undefined && !isArchived(mission.data.status);
  const isOpen = mayDraft && !isIssued;
  const starting = useStartSanitised(report);
  const issuing = useDialog(['issue'], { may: isOpen && report !== undefined });
  const verifying = useDialog(['verify'], { may: isIssued });
  const [deleting, setDeleting] = useState(false);
  const isWide = useIsWide();
  const [asked, setAsked] = useState<boolean | null>(null);
  // Readers see the preview first, not the fields.
  const shown = asked ?? !isOpen;
  const showsPreview = isWide || isIssued || shown;
  const toggle = () => setAsked(!shown);
  const preview = usePreview(ref, report?.updated_at ?? '', report !== undefined && showsPreview);
  const hasToggle = !isWide && !isIssued;
  useFieldKeys();
  usePageKeys(hasToggle ? [['p', toggle]] : []);

  if (report === undefined || isGone(found.error)) {
    if (found.error === null) return <ReportSkeleton />;
    return (
      <ProblemNote error={found.error} what={t('mission_report.report')} onRetry={() => found.refetch()} />
    );
  }
  const beside: ReportPageContext = { report, mission: mission.data ?? null, writer, isOpen };
  return (
    <>
      <ReportView
        report={report}
        mission={mission.data ?? null}
        isOpen={isOpen}
        words={words.names}
        writer={writer}
        lastWrite={lastWrite}
        onCompare={conflict.compare}
        preview={preview}
        isWide={isWide}
        showsPreview={showsPreview}
        onPreview={hasToggle ? toggle : null}
        onIssue={isOpen ? () => void issuing.open('issue') : null}
        onVerify={() => void verifying.open('verify')}
        onSanitise={
          mayDraft && !report.options.sanitised && !starting.isPending ? () => starting.mutate() : null
        }
        onDelete={isOpen ? () => setDeleting(true) : null}
      />
      <Outlet context={beside} />
      <ConflictDialog
        conflict={conflict}
        names={words.names}
        kinds={words.kinds}
        writer={writer}
        levels={[]}
        lastWrite={lastWrite}
        nameChoice={(field, value) => nameChoice(field, value, templates.data ?? [])}
        isOpen={isOpen}
      />
      {leaving}
      {issuing.name === 'issue' && mission.data ? (
        <IssueDialog
          report={report}
          mission={mission.data}
          writer={writer}
          onClose={() => void issuing.close()}
        />
      ) : null}
      {verifying.name === 'verify' ? (
        <VerifyDialog report={report} onClose={() => void verifying.close()} />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={t('mission_report.delete.title')}
          confirm={t('mission_report.delete.confirm')}
          onConfirm={() =>
            deleteReport(queryClient, report, () => go(`/missions/${missionId}/report`)).then(() =>
              writer.end(),
            )
          }
          onClose={() => setDeleting(false)}
        >
          <DeletedDraft title={report.title} />
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function ReportSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t('mission_report.loading')} role="status">
      <Skeleton height={26} width="50%" />
      <Skeleton height={120} />
      <Skeleton height={260} />
    </Stack>
  );
}
