import { Text } from '@mantine/core';
import { useState } from 'react';
import { rich } from '../../../rich.ts';
import { HistoryLink } from '../../../ui/pages/history-link.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { IssuedFacts } from './issued-facts.tsx';
import { PreviewPane } from './preview-pane.tsx';
import styles from './report.module.css';
import { ReportBar, ReportTrail } from './report-bar.tsx';
import { ReportForm } from './report-form.tsx';
import { toReportPath } from './report-record.ts';
import type { ReportViewProps } from './report-view-props.ts';

export function ReportView(props: ReportViewProps) {
  const { report, isWide, showsPreview, preview } = props;
  /** The section last edited; a new object each time, so that the preview can show the same section again. */
  const [section, setSection] = useState<{ key: string } | null>(null);
  const isIssued = report.status === 'issued';
  const showsFields = isWide || !showsPreview;
  return (
    <div className={styles.view}>
      <ReportTrail {...props} />
      <ReportBar {...props} />
      <HistoryLink to={`${toReportPath(report)}/history`} />
      <StateNote {...props} />
      <div
        className={styles.columns}
        data-beside={(isWide && showsPreview) || undefined}
        data-issued={isIssued || undefined}
      >
        {isIssued || !showsFields ? null : (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one writes, for the preview
          <div
            className={styles.form}
            onFocus={({ target }) => {
              const key = target.closest<HTMLElement>('[data-section]')?.dataset.section;
              if (key !== undefined) setSection({ key });
            }}
          >
            <ReportForm {...props} />
          </div>
        )}
        {showsPreview ? <PreviewPane preview={preview} section={section} isIssued={isIssued} /> : null}
        {isIssued ? <IssuedFacts {...props} /> : null}
      </div>
    </div>
  );
}

/** Explains why a report can't be edited. */
function StateNote({ report: { issued }, isOpen }: ReportViewProps) {
  if (isOpen) return null;
  return (
    <Text size="sm" role="note" className={styles.notice as string}>
      {issued === null
        ? t('mission_report.draft_note')
        : rich('mission_report.issued_note', {
            person: <PersonName person={issued.by} />,
            at: <Moment at={issued.at} />,
          })}
    </Text>
  );
}
