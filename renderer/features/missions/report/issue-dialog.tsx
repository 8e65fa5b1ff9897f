import { Alert, Button, Checkbox, List, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listReportedSides } from '../../../../domain/findings.ts';
import { takesRecords } from '../../../../domain/missions.ts';
import type { ReportSection } from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Report, ReportOutline } from '../../../../server/missions/reports/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { useStore } from '../../../api/connection/use-store.ts';
import { missionFindings } from '../../../api/missions/findings.ts';
import { getKnownReport, issueReport, reportOutline } from '../../../api/reports.ts';
import { rich } from '../../../rich.ts';
import { DialogFoot } from '../../../ui/forms/form.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { formatList, t } from '../../../words.ts';
import { SeenNote } from '../hiding/seen-note.tsx';
import { listWritten, type ReportWriter } from './report-record.ts';
import { hasLostTemplate } from './report-words.ts';
import { nameItem } from './required-items.tsx';

type Props = { report: Report; mission: Mission; writer: ReportWriter; onClose: () => void };

/** Explains issuing and lists what is missing, then issues the draft as it is. */
export function IssueDialog({ report, mission, writer, onClose }: Props) {
  const queryClient = useQueryClient();
  useStore(writer.states);
  const me = useUser();
  /** The version on opening: later changes by others must be seen before issuing. */
  const [seen, setSeen] = useState<string | null>(report.updated_at);
  const isUnsaved = writer.listStuck().length > 0;
  const issuing = useMutation({
    mutationFn: async () => {
      await writer.flush();
      if (writer.isDirty) throw new Error(t('mission_report.issue.still_unsaved'));
      const { updated_at, updated_by } = getKnownReport(queryClient, report.id) ?? report;
      const isOfOthers = seen !== null && updated_at !== seen && updated_by?.id !== me.id;
      await issueReport(queryClient, report, isOfOthers ? seen : updated_at);
    },
    onSuccess: onClose,
    onError: () => setSeen(null),
  });
  const findings = useQuery(missionFindings(mission.id)).data ?? [];
  const sides = listReportedSides(report.options.side);
  const drafts = findings.filter(({ status, side }) => status === 'draft' && sides.includes(side)).length;
  const outline = useQuery(reportOutline(report));
  const items = outline.data?.items ?? [];
  const empty = items.filter(({ filled }) => !filled);
  const undecided = outline.data?.sanitised?.sensitive.length ?? 0;
  const [accepted, setAccepted] = useState(false);
  const [acceptedHits, setAcceptedHits] = useState(false);
  const missing = listMissing(report, mission, { drafts, items, drafted: outline.data?.drafted ?? {} });
  return (
    <Modal opened onClose={onClose} title={t('mission_report.issue.title')} size="lg">
      <Stack gap="md">
        <Text size="sm">
          {rich('mission_report.issue.meaning', {
            report: (
              <b>
                <Name>{report.title}</Name>
              </b>
            ),
          })}
        </Text>
        {missing.length > 0 && !outline.isLoading ? (
          <Alert
            color="yellow"
            role="note"
            icon={<IconAlertTriangle />}
            title={t('mission_report.issue.before')}
          >
            <List size="sm">
              {missing.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
            {mission.counts.executed + mission.counts.pending > 0 ? <SeenNote of={mission} /> : null}
          </Alert>
        ) : null}
        {empty.length > 0 ? (
          <Alert
            color="yellow"
            role="note"
            icon={<IconAlertTriangle />}
            title={t('mission_report.issue.empty')}
          >
            <List size="sm" mb="sm">
              {empty.map((item) => (
                <List.Item key={`${item.ref} ${item.section}`}>
                  {t('mission_report.items.line', { ref: item.ref, content: nameItem(report, item) })}
                </List.Item>
              ))}
            </List>
            <Checkbox
              label={t('mission_report.issue.accept_empty')}
              checked={accepted}
              onChange={(event) => setAccepted(event.currentTarget.checked)}
            />
          </Alert>
        ) : null}
        {undecided > 0 ? (
          <Alert
            color="yellow"
            role="note"
            icon={<IconAlertTriangle />}
            title={t('report_sanitised.issue.undecided', { count: undecided })}
          >
            <Checkbox
              label={t('report_sanitised.issue.accept')}
              checked={acceptedHits}
              onChange={(event) => setAcceptedHits(event.currentTarget.checked)}
            />
          </Alert>
        ) : null}
        {isUnsaved ? (
          <Alert color="red" role="alert" title={t('mission_report.issue.unsaved')}>
            {t('mission_report.issue.unsaved_hint')}
          </Alert>
        ) : null}
        {issuing.isError ? (
          <Alert color="red" role="alert" title={t('mission_report.issue.failed')}>
            {issuing.error.message}
          </Alert>
        ) : null}
        <DialogFoot>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shared.cancel')}
          </Button>
          <Button
            loading={issuing.isPending}
            disabled={
              isUnsaved ||
              (empty.length > 0 && !accepted) ||
              (undecided > 0 && !acceptedHits) ||
              outline.isLoading
            }
            onClick={() => issuing.mutate()}
          >
            {t('mission_report.issue')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

/** Open points to settle before a report is frozen, except what is among the items that the regulation asks for. */
function listMissing(
  report: Report,
  { status, counts }: Mission,
  { drafts, items, drafted }: { drafts: number } & Pick<ReportOutline, 'items' | 'drafted'>,
): string[] {
  const { kind, texts, template } = report;
  const empty = listWritten(kind).filter(({ key }) => !texts[key]);
  const fromRecord = empty.filter(({ key }) => drafted[key]);
  const unwritten = empty.filter(({ key }) => !drafted[key] && !items.some(({ section }) => section === key));
  const lines: string[] = [];
  if (unwritten.length > 0)
    lines.push(t('mission_report.issue.unwritten', { sections: nameSections(unwritten) }));
  if (fromRecord.length > 0)
    lines.push(t('mission_report.issue.drafted', { sections: nameSections(fromRecord) }));
  if (counts.executed > 0) {
    lines.push(t('mission_report.issue.unreviewed', { count: counts.executed }));
  }
  if (drafts > 0) lines.push(t('mission_report.issue.draft_findings', { count: drafts }));
  if (counts.pending > 0) lines.push(t('mission_report.issue.pending', { count: counts.pending }));
  if (template !== null && hasLostTemplate(report)) {
    lines.push(t('mission_report.lost_template', { template: toVisibleText(template.name) }));
  }
  if (takesRecords(status)) lines.push(t('mission_report.issue.not_completed'));
  return lines;
}

function nameSections(sections: readonly ReportSection[]): string {
  return formatList(
    sections.map(({ title }) =>
      t('mission_report.issue.section', { title: t(`report_sections.title.${title}`) }),
    ),
  );
}
