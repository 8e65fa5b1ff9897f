import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { reportFormats } from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ReportSummary } from '../../../../server/missions/reports/contract.ts';
import { t } from '../../../words.ts';
import { downloadReport } from './download-report.tsx';

/** The download formats of a report. */
export function DownloadMenu({
  report,
  of,
}: {
  report: Pick<ReportSummary, 'id' | 'mission_id' | 'title' | 'options'>;
  /** Names the report if there are several on the page. */
  of?: string;
}) {
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          rightSection={<IconChevronDown size={13} aria-hidden />}
          {...(of === undefined
            ? {}
            : { 'aria-label': t('mission_report.download_one', { report: toVisibleText(of) }) })}
        >
          {t('shared.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reportFormats.map((format) => (
          <Menu.Item
            key={format}
            rightSection={<Text size="xs">{t(`mission_report.format_use.${format}`)}</Text>}
            onClick={() => void downloadReport(report, format)}
          >
            {t(`mission_report.format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
