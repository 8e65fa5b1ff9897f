import { Anchor, Button, Menu, Title } from '@mantine/core';
import { IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ReportSummary } from '../../../../server/missions/reports/contract.ts';
import { rich } from '../../../rich.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { DownloadMenu } from './download-menu.tsx';
import styles from './report.module.css';
import { toReportPath } from './report-record.ts';

type Props = {
  id: string;
  title: string;
  reports: readonly ReportSummary[];
  onVerify: (report: ReportSummary) => void;
  /** Null for people who may not. */
  onDelete: ((report: ReportSummary) => void) | null;
};

/** Reports of one status, newest first. */
export function ReportList({ id, title, reports, onVerify, onDelete }: Props) {
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb={6}>
        {title}
      </Title>
      <ul className={styles.list}>
        {reports.map((report) => (
          <li key={report.id} className={styles.row}>
            <div className={styles.about}>
              <Anchor
                component={Link}
                to={toReportPath(report)}
                size="sm"
                className={styles.title as string}
                title={toVisibleText(report.title)}
              >
                <Name>{report.title}</Name>
              </Anchor>
              <div className={styles.facts}>
                <span>{t(`report_sections.kind.${report.kind}`)}</span>
                <Deed report={report} />
                {report.issued === null ? null : (
                  <span
                    title={t('mission_report.digest.short_hint', {
                      digest: report.issued.model_sha256,
                    })}
                  >
                    {rich('mission_report.digest.short', {
                      digest: (
                        <span className={styles.digest}>{report.issued.model_sha256.slice(0, 12)}…</span>
                      ),
                    })}
                  </span>
                )}
              </div>
            </div>
            <div className={styles.actions}>
              {report.issued === null ? null : (
                <Button
                  variant="default"
                  leftSection={<IconShieldCheck size={15} aria-hidden />}
                  aria-label={t('mission_report.verify_one', { report: toVisibleText(report.title) })}
                  onClick={() => onVerify(report)}
                >
                  {t('shared.verify')}
                </Button>
              )}
              <DownloadMenu report={report} of={report.title} />
              <RowMenu
                of={toVisibleText(report.title)}
                isEmpty={report.status === 'issued' || onDelete === null}
              >
                <Menu.Item
                  leftSection={<IconTrash size={15} aria-hidden />}
                  onClick={() => onDelete?.(report)}
                >
                  {t('mission_report.delete.confirm')}
                </Menu.Item>
              </RowMenu>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last action and its person. */
function Deed({
  report: { issued, created_at, created_by, updated_at, updated_by },
}: {
  report: ReportSummary;
}) {
  if (issued !== null) {
    return (
      <span>
        {rich('mission_report.deed.issued', {
          person: <PersonName person={issued.by} />,
          at: <Moment at={issued.at} />,
        })}
      </span>
    );
  }
  const isNew = updated_at === created_at;
  return (
    <span>
      {rich(isNew ? 'mission_report.deed.begun' : 'mission_report.deed.changed', {
        person: <PersonName person={isNew ? created_by : updated_by} />,
        at: <Moment at={updated_at} />,
      })}
    </span>
  );
}
