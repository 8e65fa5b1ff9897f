import { Button, Menu } from '@mantine/core';
import { IconDownload, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ReportTemplate } from '../../../../server/report-templates/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { FilePicker } from '../../../ui/forms/file-picker.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { formatFileSize } from '../../../ui/text/file-size.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './report-templates.module.css';
import { wordFiles } from './word-files.ts';

type Props = {
  templates: readonly ReportTemplate[];
  onDownload: (template: ReportTemplate) => void;
  onReplace: (files: File[], template: ReportTemplate) => void;
  onRename: (template: ReportTemplate) => void;
  onDelete: (template: ReportTemplate) => void;
};

/** The templates, by name. */
export function TemplateRows({ templates, ...props }: Props) {
  return (
    <ul className={styles.list} aria-label={t('shared.templates')}>
      {templates.map((template) => (
        <li key={template.id} className={styles.row}>
          <div className={styles.about}>
            <h2 className={styles.name}>
              <Name>{template.name}</Name>
            </h2>
            <Facts {...template} />
          </div>
          <Actions template={template} {...props} />
        </li>
      ))}
    </ul>
  );
}

function Facts({
  size,
  sha256,
  drafts,
  may_change,
  created_at,
  created_by,
  updated_at,
  updated_by,
}: ReportTemplate) {
  const mayWrite = useMay('mission.update');
  const isNew = updated_at === created_at;
  return (
    <div className={styles.facts}>
      <span>{drafts === 0 ? t('templates.no_draft') : t('templates.count.drafts', { count: drafts })}</span>
      <span>{formatFileSize(size)}</span>
      <span>
        {rich(isNew ? 'templates.uploaded_by' : 'templates.changed_by', {
          person: <PersonName person={isNew ? created_by : updated_by} />,
          at: <Moment at={updated_at} />,
        })}
      </span>
      {may_change || !mayWrite ? null : <span>{t('templates.changed_by_whoever_added_it_or')}</span>}
      <span title={t('templates.sha_256_sha256', { sha256 })}>
        {rich('templates.sha_256_slice', {
          slice: <span className={styles.digest}>{sha256.slice(0, 12)}…</span>,
        })}
      </span>
    </div>
  );
}

function Actions({
  template,
  onDownload,
  onReplace,
  onRename,
  onDelete,
}: Omit<Props, 'templates'> & { template: ReportTemplate }) {
  const name = toVisibleText(template.name);
  // By the time a file is chosen, the menu and its items are gone.
  const choose = useRef<() => void>(() => {});
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        aria-label={t('templates.download_name', { name })}
        onClick={() => onDownload(template)}
      >
        {t('shared.download')}
      </Button>
      {template.may_change ? (
        <FilePicker
          accept={wordFiles}
          label={t('templates.new_file_for_name', { name })}
          onPick={(files) => onReplace(files, template)}
        >
          {(open) => {
            choose.current = open;
            return null;
          }}
        </FilePicker>
      ) : null}
      <RowMenu of={name} isEmpty={!template.may_change}>
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onRename(template)}>
          {t('shared.rename')}
        </Menu.Item>
        <Menu.Item leftSection={<IconReplace size={15} aria-hidden />} onClick={() => choose.current()}>
          {t('templates.replace_the_file')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => onDelete(template)}>
          {t('shared.delete')}
        </Menu.Item>
      </RowMenu>
    </div>
  );
}
