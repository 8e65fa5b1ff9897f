import { Button, Menu } from '@mantine/core';
import { IconDownload, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ReportTemplate } from '../../../../server/report-templates/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { FilePicker } from '../../../ui/forms/file-picker.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { formatFileSize } from '../../../ui/text/file-size.ts';
import { formatCount } from '../../../ui/text/format-count.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import styles from './report-templates.module.css';
import { wordFiles } from './word-files.ts';

type Props = {
  templates: readonly ReportTemplate[];
  onDownload: (template: ReportTemplate) => void;
  onReplace: (files: File[], template: ReportTemplate) => void;
  onRename: (template: ReportTemplate) => void;
  onDelete: (template: ReportTemplate) => void;
};

/** The templates that there are, by name. */
export function TemplateRows({ templates, ...props }: Props) {
  return (
    <ul className={styles.list} aria-label="Templates">
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
      <span>{drafts === 0 ? 'no draft' : formatCount(drafts, 'draft')}</span>
      <span>{formatFileSize(size)}</span>
      <span>
        {isNew ? 'uploaded' : 'changed'} by <PersonName person={isNew ? created_by : updated_by} />,{' '}
        <Moment at={updated_at} />
      </span>
      {may_change || !mayWrite ? null : <span>changed by whoever added it, or administrators</span>}
      <span title={`SHA-256: ${sha256}`}>
        SHA-256 <span className={styles.digest}>{sha256.slice(0, 12)}…</span>
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
  // The menu is gone by the time that a file is chosen, and its items with it.
  const choose = useRef<() => void>(() => {});
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        aria-label={`Download ${name}`}
        onClick={() => onDownload(template)}
      >
        Download
      </Button>
      {template.may_change ? (
        <FilePicker
          accept={wordFiles}
          label={`New file for ${name}`}
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
          Rename
        </Menu.Item>
        <Menu.Item leftSection={<IconReplace size={15} aria-hidden />} onClick={() => choose.current()}>
          Replace the file
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => onDelete(template)}>
          Delete
        </Menu.Item>
      </RowMenu>
    </div>
  );
}
