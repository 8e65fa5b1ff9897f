import { Alert, Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { largestReportTemplate } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { rich } from '../../../rich.ts';
import { FilePicker } from '../../../ui/forms/file-picker.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './report-templates.module.css';
import type { TemplateUpload } from './use-template-upload.ts';
import { wordFiles } from './word-files.ts';

/** Uploading a template, by a button or by dropping it, and the result of the last upload. */
export function TemplateZone({ upload }: { upload: TemplateUpload }) {
  const { sending, send, cancel } = upload;
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const hint = useId();
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    <>
      <section
        className={styles.zone}
        aria-label={t('templates.upload_a_template')}
        data-over={over || undefined}
        onDragEnter={() => {
          depth.current += 1;
          setOver(true);
        }}
        onDragLeave={() => {
          depth.current -= 1;
          if (depth.current === 0) leave();
        }}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          leave();
          send([...event.dataTransfer.files], null);
        }}
      >
        <FilePicker
          accept={wordFiles}
          label={t('templates.template_to_upload')}
          onPick={(files) => send(files, null)}
        >
          {(choose) => (
            <Button
              leftSection={<IconUpload size={15} aria-hidden />}
              disabled={sending !== null}
              aria-describedby={hint}
              onClick={choose}
            >
              {t('templates.upload_template')}
            </Button>
          )}
        </FilePicker>
        {sending === null ? (
          <Text size="xs" c="dimmed" id={hint} className={styles.hint as string}>
            {t('templates.or_drop_a_document_of_word', {
              largest_report_template: largestReportTemplate / 1024 / 1024,
            })}
          </Text>
        ) : (
          <Sending {...sending} onCancel={cancel} />
        )}
      </section>
      <Refused upload={upload} />
    </>
  );
}

function Sending({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  return (
    <>
      <div className={styles.hint}>
        <Text size="xs" role="status">
          {rich(share < 1 ? 'templates.sending' : 'templates.trying', { name: <Name>{name}</Name> })}
        </Text>
        <Progress
          value={share * 100}
          animated={share >= 1}
          aria-label={t('templates.upload_of_name', { name: toVisibleText(name) })}
        />
      </div>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('shared.cancel')}
      </Button>
    </>
  );
}

function Refused({ upload: { refused, dismiss } }: { upload: TemplateUpload }) {
  if (refused === null) return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle />}
      title={rich('templates.name_was_not_taken', { name: <Name>{refused.name}</Name> })}
      withCloseButton
      closeButtonLabel={t('shared.close')}
      onClose={dismiss}
    >
      <Text size="sm">{refused.message}</Text>
      {refused.faults.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard
        <ul className={styles.faults} tabIndex={0} aria-label={t('templates.what_is_wrong')}>
          {refused.faults.map(({ path, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index}>
              <Place path={path} /> {toVisibleText(message)}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}

const wholes = (): Readonly<Record<string, string>> => ({
  file: t('templates.the_file'),
  name: t('templates.the_name'),
  tags: t('templates.the_tags'),
});

/** A part of the file, or a tag, verbatim. */
function Place({ path }: { path: string }) {
  const whole = Object.hasOwn(wholes(), path) ? wholes()[path] : undefined;
  return whole ?? <code>{toVisibleText(path)}</code>;
}
