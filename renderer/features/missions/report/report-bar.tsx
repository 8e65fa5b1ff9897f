import { ActionIcon, Anchor, Breadcrumbs, Button, Kbd, Menu, Title } from '@mantine/core';
import {
  IconCertificate,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { StatusBadge } from '../../../ui/badges/status-badge.tsx';
import { KeysHelp } from '../../../ui/keys/keys-help.tsx';
import { reportKeys } from '../../../ui/keys/shortcuts.ts';
import { ReadOnlyMark } from '../../../ui/notes/read-only-mark.tsx';
import { NoteOpened } from '../../../ui/pages/opened.tsx';
import styles from '../../../ui/record/record-bar.module.css';
import { SaveSummary } from '../../../ui/record/save-state.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { DownloadMenu } from './download-menu.tsx';
import type { ReportViewProps } from './report-view-props.ts';
import { statusLook } from './report-words.ts';

/** The breadcrumb back to the reports of the mission. */
export function ReportTrail({ report, mission }: ReportViewProps) {
  const missionPath = `/missions/${report.mission_id}`;
  return (
    <>
      <title>{t('shared.title_damson', { title: toVisibleText(report.title).slice(0, 120) })}</title>
      <NoteOpened kind="report" path={`${missionPath}/reports/${report.id}`} name={report.title} />
      <Breadcrumbs component="nav" aria-label={t('shared.breadcrumb')} separatorMargin={6}>
        <Anchor component={Link} to="/missions" size="xs" lh={1.4}>
          {t('shared.missions')}
        </Anchor>
        <Anchor component={Link} to={missionPath} size="xs" lh={1.4} maw={320} truncate>
          <Name>{mission?.name ?? t('shared.mission')}</Name>
        </Anchor>
        <Anchor component={Link} to={`${missionPath}/report`} size="xs" lh={1.4}>
          {t('mission_report.reports')}
        </Anchor>
      </Breadcrumbs>
    </>
  );
}

/** Sticky bar of a report: its title, status and actions. */
export function ReportBar(props: ReportViewProps) {
  const {
    report,
    words,
    writer,
    isOpen,
    showsPreview,
    onCompare,
    onPreview,
    onIssue,
    onVerify,
    onSanitise,
    onDelete,
  } = props;
  const isIssued = report.status === 'issued';
  return (
    <div className={styles.bar} data-bar="">
      <div className={styles.name}>
        <Title order={1} className={styles.title ?? ''} title={toVisibleText(report.title)}>
          <Name>{report.title}</Name>
        </Title>
        <div className={styles.facts}>
          <StatusBadge label={t(`names.report_status.${report.status}`)} {...statusLook[report.status]} />
          <span>{t(`report_sections.kind.${report.kind}`)}</span>
          {isOpen || isIssued ? null : <ReadOnlyMark />}
          <SaveSummary writer={writer} names={words} onCompare={onCompare} />
        </div>
      </div>
      <div className={styles.actions}>
        {onPreview === null ? null : (
          <Button
            variant="default"
            leftSection={
              showsPreview && isOpen ? (
                <IconPencil size={15} aria-hidden />
              ) : (
                <IconEye size={15} aria-hidden />
              )
            }
            rightSection={<Kbd size="xs">{'p'}</Kbd>}
            aria-keyshortcuts="p"
            onClick={onPreview}
          >
            {showsPreview
              ? isOpen
                ? t('mission_report.write')
                : t('mission_report.fields')
              : t('mission_report.preview')}
          </Button>
        )}
        <DownloadMenu report={report} />
        {isIssued ? (
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={15} aria-hidden />}
            onClick={onVerify}
          >
            {t('shared.verify')}
          </Button>
        ) : null}
        {onIssue === null ? null : (
          <Button leftSection={<IconCertificate size={15} aria-hidden />} onClick={onIssue}>
            {t('mission_report.issue')}
          </Button>
        )}
        <KeysHelp keys={reportKeys()} />
        {onDelete === null && onSanitise === null ? null : (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t('mission_report.more')}>
                <IconDots size={17} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {onSanitise === null ? null : (
                <Menu.Item leftSection={<IconEyeOff size={15} aria-hidden />} onClick={onSanitise}>
                  {t('report_sanitised.start')}
                </Menu.Item>
              )}
              {onDelete === null ? null : (
                <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
                  {t('mission_report.delete.confirm')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </div>
  );
}
