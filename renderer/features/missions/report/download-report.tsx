import { Button, Group, Progress, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { nameReportFile, type ReportFormat } from '../../../../domain/reports.ts';
import type { ReportSummary } from '../../../../server/missions/reports/contract.ts';
import { ApiError, isGone } from '../../../api/connection/problem.ts';
import { getSession, subscribeToSession } from '../../../api/connection/session.ts';
import { makeReportFile } from '../../../api/reports.ts';
import { rich } from '../../../rich.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

type Downloaded = Pick<ReportSummary, 'id' | 'mission_id' | 'title' | 'options'>;

type Running = { userId: string; stop: AbortController };

const running = new Map<string, Running>();
/** Owners of the notifications shown, by notification id. */
const notes = new Map<string, string>();
const saidForMs = 4_000;

/**
 * Requests a report in a format and saves the file. It shows progress, can be cancelled, and continues across pages; it ends with
 * the session.
 */
export async function downloadReport(report: Downloaded, format: ReportFormat): Promise<void> {
  const userId = getSession()?.user.id;
  const id = `report ${report.id} ${format}`;
  if (userId === undefined || running.has(id)) return;
  const stop = new AbortController();
  running.set(id, { userId, stop });
  notes.set(id, userId);
  const note = (share: number) => ({
    id,
    role: 'status',
    title: <Title report={report} format={format} />,
    message: <Making share={share} onCancel={() => stop.abort()} />,
    autoClose: false as const,
    withCloseButton: false,
    onClose: () => notes.delete(id),
  });
  notifications.show(note(0));
  try {
    const { file, missingGlyphs } = await makeReportFile(report, format, {
      signal: stop.signal,
      onProgress: (share) => notifications.update(note(share)),
    });
    saveFile(nameReportFile(report, format), file);
    notifications.update({
      ...note(1),
      withCloseButton: true,
      ...(missingGlyphs === 0
        ? { message: t('mission_report.download.saved'), autoClose: saidForMs }
        : {
            color: 'yellow',
            message: t('mission_report.download.missing_glyphs', { count: missingGlyphs }),
          }),
    });
  } catch (error) {
    if (stop.signal.aborted) notifications.hide(id);
    else {
      notifications.update({
        ...note(1),
        color: 'red',
        role: 'alert',
        message: <Failure report={report} format={format} error={error as Error} />,
        withCloseButton: true,
      });
    }
  } finally {
    running.delete(id);
  }
}

function Title({ report, format }: { report: Downloaded; format: ReportFormat }) {
  return rich('mission_report.download.title', {
    report: <Name>{report.title}</Name>,
    format: t(`mission_report.format.${format}`),
  });
}

function Making({ share, onCancel }: { share: number; onCancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress value={percent} flex={1} aria-label={t('mission_report.download.progress')} />
      <Text size="xs" c="dimmed" w={34} ta="right" aria-hidden>
        {percent} %
      </Text>
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        {t('shared.cancel')}
      </Button>
    </Group>
  );
}

function Failure({ report, format, error }: { report: Downloaded; format: ReportFormat; error: Error }) {
  const id = `report ${report.id} ${format}`;
  const isWithoutBrowser = error instanceof ApiError && error.code === 'no_browser';
  const instead = () => {
    notifications.hide(id);
    void downloadReport(report, 'html');
  };
  return (
    <>
      <Text size="sm" mb={4}>
        {isWithoutBrowser
          ? t('mission_report.download.no_browser')
          : isGone(error)
            ? t('mission_report.download.gone')
            : t('mission_report.not_made', { reason: error.message })}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={
          isWithoutBrowser
            ? instead
            : () => {
                notifications.hide(id);
                void downloadReport(report, format);
              }
        }
      >
        {isWithoutBrowser ? t('mission_report.download.html_instead') : t('shared.try_again')}
      </Button>
    </>
  );
}

// Messages about an exercise must not be shown to the next person.
subscribeToSession(() => {
  const userId = getSession()?.user.id;
  for (const one of running.values()) if (one.userId !== userId) one.stop.abort();
  for (const [id, owner] of [...notes]) if (owner !== userId) notifications.hide(id);
});
