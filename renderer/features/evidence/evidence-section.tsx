import { ActionIcon, Anchor, Button, Group, Progress, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPaperclip, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { Side } from '../../../domain/sides.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { useStore } from '../../api/connection/use-store.ts';
import type { EvidenceFile } from '../../api/missions/evidence.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { PersonName } from '../../ui/people/person-name.tsx';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { CaptionField } from './caption-field.tsx';
import { type Captions, checkCaption, makeCaptionId } from './captions.ts';
import styles from './evidence.module.css';
import { Thumbnail } from './thumbnail.tsx';
import type { UploadItem } from './uploads.ts';

export type EvidenceProps = {
  side: Side;
  records: readonly EvidenceFile[];
  uploads: readonly UploadItem[];
  readOnly: boolean;
  /** Captions for the files added next, including a pasted one. */
  captions: Captions;
  onAdd: (files: File[]) => void;
  onCancel: (uploadId: number) => void;
  onRetry: (uploadId: number) => void;
  onPreview: (record: EvidenceFile) => void;
  onDelete: (record: EvidenceFile) => void;
};

/** The evidence of one side: files, running uploads, and adding more. */
export function EvidenceSection(props: EvidenceProps) {
  const { side, records, uploads, readOnly, onAdd } = props;
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const drag = readOnly
    ? {}
    : {
        onDragEnter: () => {
          depth.current += 1;
          setOver(true);
        },
        onDragLeave: () => {
          depth.current -= 1;
          if (depth.current === 0) setOver(false);
        },
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          depth.current = 0;
          setOver(false);
          onAdd([...event.dataTransfer.files]);
        },
      };
  return (
    <div>
      <Text size="sm" fw={500} mb={4} component="h3">
        {t('shared.evidence')}
      </Text>
      <section
        className={styles.zone}
        data-over={over || undefined}
        data-readonly={readOnly || undefined}
        aria-label={t(`evidence.of_side.${side}`)}
        {...drag}
      >
        {readOnly ? null : <AddFiles {...props} />}
        {uploads.length > 0 ? (
          <ul className={styles.list} aria-label={t('evidence.uploads')}>
            {uploads.map((item) => (
              <UploadLine key={item.id} item={item} {...props} />
            ))}
          </ul>
        ) : null}
        {records.length > 0 ? (
          <ul className={styles.list} aria-label={t('evidence.files')}>
            {records.map((record) => (
              <EvidenceLine key={record.id} record={record} {...props} />
            ))}
          </ul>
        ) : readOnly ? (
          <Text size="sm" c="dimmed">
            {t('evidence.empty')}
          </Text>
        ) : null}
      </section>
    </div>
  );
}

function AddFiles({ side, captions, onAdd }: EvidenceProps) {
  const caption = useStore(captions)[side];
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <Group gap="xs" align="center">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPaperclip size={14} aria-hidden />}
        onClick={() => input.current?.click()}
        aria-describedby={id}
      >
        {t('evidence.add.files')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        className={styles.file}
        aria-label={t('evidence.add.choose')}
        onChange={(event) => {
          onAdd([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again, after it failed or was deleted.
          event.currentTarget.value = '';
        }}
      />
      <TextInput
        size="xs"
        aria-label={t('evidence.add.caption')}
        placeholder={t('evidence.add.caption')}
        value={caption}
        id={makeCaptionId(side)}
        error={checkCaption(caption)}
        onChange={(event) => captions.set({ ...captions.get(), [side]: event.currentTarget.value })}
        style={{ flex: '1 1 150px' }}
      />
      <Text size="xs" c="dimmed" id={id} w="100%">
        {t('evidence.add.hint')}
      </Text>
    </Group>
  );
}

function UploadLine({ item, onCancel, onRetry }: EvidenceProps & { item: UploadItem }) {
  const name = toVisibleText(item.file.name);
  const percent = Math.round(item.share * 100);
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <Text size="sm" component="div">
          <Name line>{item.file.name}</Name>
        </Text>
        {item.state === 'failed' ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {item.message}
          </Text>
        ) : (
          <Group gap="xs" wrap="nowrap">
            <Progress.Root size={6} style={{ flex: 1 }}>
              <Progress.Section value={percent} aria-label={t('evidence.upload.progress', { file: name })} />
            </Progress.Root>
            <Text size="xs" c="dimmed">
              {item.state === 'waiting' ? t('evidence.upload.waiting') : `${percent} %`}
            </Text>
          </Group>
        )}
      </div>
      {item.state === 'failed' && !item.isHopeless ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('evidence.upload.again', { file: name })}
          onClick={() => onRetry(item.id)}
        >
          <IconRefresh size={15} aria-hidden />
        </ActionIcon>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={
          item.state === 'failed'
            ? t('evidence.upload.drop', { file: name })
            : t('evidence.upload.cancel', { file: name })
        }
        onClick={() => onCancel(item.id)}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function EvidenceLine({ record, readOnly, onPreview, onDelete }: EvidenceProps & { record: EvidenceFile }) {
  const name = toVisibleText(record.file_name);
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.thumb}
        aria-label={t('evidence.preview_of', { file: name })}
        tabIndex={-1}
        onClick={() => onPreview(record)}
      >
        <Thumbnail record={record} />
      </button>
      <div className={styles.text}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          maw="100%"
          display="block"
          onClick={() => onPreview(record)}
        >
          <Name line>{record.file_name}</Name>
        </Anchor>
        <CaptionField record={record} readOnly={readOnly} />
        <div className={styles.meta}>
          <span>{formatFileSize(record.size)}</span>
          <span>
            <PersonName person={record.uploaded_by} />
          </span>
          <Moment at={record.uploaded_at} />
          <CopyButton value={record.sha256}>
            {({ copied, copy }) => (
              <Tooltip
                label={copied ? t('shared.copied') : t('evidence.digest.copy', { digest: record.sha256 })}
              >
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  c="dimmed"
                  className={styles.digest ?? ''}
                  aria-label={
                    copied ? t('evidence.digest.copied') : t('evidence.digest.copy_of', { file: name })
                  }
                  onClick={copy}
                >
                  {copied ? t('evidence.digest.copied_short') : record.sha256.slice(0, 12)}
                </Anchor>
              </Tooltip>
            )}
          </CopyButton>
        </div>
      </div>
      {readOnly ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('evidence.delete_one', { file: name })}
          onClick={() => onDelete(record)}
        >
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
