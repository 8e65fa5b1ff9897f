import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { takesRecords } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import { useStore } from '../../../api/connection/use-store.ts';
import { getKnownReport, issueReport } from '../../../api/reports.ts';
import { formatCount } from '../../../ui/text/format-count.ts';
import { Name } from '../../../ui/text/name.tsx';
import { listWritten, type ReportWriter } from './report-record.ts';
import { hasLostTemplate } from './report-words.ts';

type Props = { report: Report; mission: Mission; writer: ReportWriter; onClose: () => void };

/** Says what issuing means and what is missing, then issues the draft as it stands. */
export function IssueDialog({ report, mission, writer, onClose }: Props) {
  const queryClient = useQueryClient();
  useStore(writer.states);
  const isUnsaved = writer.listStuck().length > 0;
  const issuing = useMutation({
    mutationFn: async () => {
      await writer.flush();
      if (writer.isDirty) throw new Error('Something that you wrote is not saved yet');
      const { updated_at } = getKnownReport(queryClient, report.id) ?? report;
      await issueReport(queryClient, report, updated_at);
    },
    onSuccess: onClose,
  });
  const missing = listMissing(report, mission);
  return (
    <Modal opened onClose={onClose} title="Issue this report?" size="lg">
      <Stack gap="md">
        <Text size="sm">
          <b>
            <Name>{report.title}</Name>
          </b>{' '}
          is frozen as it is now: what it says, its files and their SHA-256, with the entry of the history
          that it was made at. It never changes again and can’t be deleted. A correction is a new report.
        </Text>
        {missing.length > 0 ? (
          <Alert color="yellow" role="note" icon={<IconAlertTriangle />} title="Before you do">
            <List size="sm">
              {missing.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          </Alert>
        ) : null}
        {isUnsaved ? (
          <Alert color="red" role="alert" title="Not everything is saved">
            Close this, and see to the fields that say so first.
          </Alert>
        ) : null}
        {issuing.isError ? (
          <Alert color="red" role="alert" title="It was not issued">
            {issuing.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button loading={issuing.isPending} disabled={isUnsaved} onClick={() => issuing.mutate()}>
            Issue
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What somebody may want to see to before a report is frozen. */
function listMissing(report: Report, { status, counts }: Mission): string[] {
  const { kind, texts, template } = report;
  const unwritten = listWritten(kind).filter(({ key }) => !texts[key]);
  const lines: string[] = [];
  if (unwritten.length > 0) {
    const names = new Intl.ListFormat('en-GB').format(unwritten.map(({ title }) => `“${title}”`));
    lines.push(`Nothing is written for ${names}.`);
  }
  if (counts.executed > 0) {
    lines.push(
      `${formatCount(counts.executed, 'executed test')} ${counts.executed === 1 ? 'waits' : 'wait'} for review.`,
    );
  }
  if (counts.pending > 0)
    lines.push(
      `${formatCount(counts.pending, 'test')} ${counts.pending === 1 ? 'is' : 'are'} still pending.`,
    );
  if (template !== null && hasLostTemplate(report)) {
    lines.push(
      `The template “${toVisibleText(template.name)}” was deleted: the Word document is made from Damson’s own.`,
    );
  }
  if (takesRecords(status)) lines.push('The mission is not completed.');
  return lines;
}
