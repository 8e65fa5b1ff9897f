import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { type EvidenceFile, evidenceBytes } from '../../api/missions/evidence.ts';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { HostileText } from '../../ui/text/hostile-text.tsx';
import { useObjectUrl } from '../../ui/text/use-object-url.ts';
import { t, withWords } from '../../words.ts';
import styles from './evidence.module.css';
import { choosePreview, formatHex, parseCsv } from './preview-kinds.ts';
import { Unreadable } from './unreadable.tsx';

// Lazy, because few files are recordings.
const Player = lazy(
  withWords(
    async () => ({ default: (await import('./recording/player.tsx')).Player }),
    'missions',
    'recordings',
  ),
);

/** Only the beginning of longer files is shown. */
const textLimit = 256 * 1024;
const headLimit = 1024;
const tableLimit = { rows: 200, columns: 40 };

/** Content of a file, if it can be shown without running any of it; `beside` are the other files of its test. */
export function PreviewContent({
  record,
  beside,
}: {
  record: EvidenceFile;
  beside: readonly EvidenceFile[];
}) {
  const kind = choosePreview(record);
  if (kind === 'pdf') {
    return (
      <Stack gap="xs">
        <Text size="sm">{t('evidence.content.pdf')}</Text>
        <Bytes record={record} />
      </Stack>
    );
  }
  if (kind === 'image') return <Picture record={record} />;
  if (kind === 'bytes') return <Bytes record={record} />;
  if (kind === 'recording') {
    return (
      <Suspense fallback={<Skeleton height={300} />}>
        <Player record={record} beside={beside} />
      </Suspense>
    );
  }
  return <TextFile record={record} asTable={kind === 'table'} />;
}

function Picture({ record }: { record: EvidenceFile }) {
  const bytes = useQuery(evidenceBytes(record));
  const url = useObjectUrl(bytes.data, record.mime_type);
  const [broken, setBroken] = useState(false);
  if (bytes.isError) return <Unreadable error={bytes.error} />;
  if (url === null) return <Skeleton height={300} />;
  if (broken) return <Bytes record={record} note={t('evidence.content.broken_picture')} />;
  return (
    <img
      className={styles.picture}
      src={url}
      alt={record.caption ?? toVisibleText(record.file_name)}
      onError={() => setBroken(true)}
    />
  );
}

function TextFile({ record, asTable }: { record: EvidenceFile; asTable: boolean }) {
  const [asText, setAsText] = useState(!asTable);
  const bytes = useQuery(evidenceBytes(record, textLimit));
  const text = useText(bytes.data);
  if (bytes.isError) return <Unreadable error={bytes.error} />;
  if (text === null) return <Skeleton height={200} />;
  return (
    <Stack gap="xs">
      {asTable ? (
        <Anchor component="button" type="button" size="sm" w="fit-content" onClick={() => setAsText(!asText)}>
          {asText ? t('evidence.content.as_table') : t('evidence.content.as_text')}
        </Anchor>
      ) : null}
      {asText ? (
        <HostileText text={text} label={record.file_name} tall />
      ) : (
        <Cells text={text} label={record.file_name} />
      )}
      {record.size > textLimit ? (
        <Text size="xs" c="dimmed">
          {t('evidence.content.first_part', {
            shown: formatFileSize(textLimit),
            size: formatFileSize(record.size),
          })}
        </Text>
      ) : null}
    </Stack>
  );
}

function Cells({ text, label }: { text: string; label: string }) {
  const [head = [], ...rows] = parseCsv(text, tableLimit);
  return (
    <Table.ScrollContainer
      minWidth={300}
      maxHeight={460}
      scrollAreaProps={{
        type: 'auto',
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': toVisibleText(label) },
      }}
    >
      <Table
        withTableBorder
        withColumnBorders
        verticalSpacing={3}
        fz="xs"
        stickyHeader
        aria-label={t('evidence.content.table')}
      >
        <Table.Thead>
          <Table.Tr>
            {head.map((cell, column) => {
              const Cell = cell === '' ? Table.Td : Table.Th;
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing else to be known by
              return <Cell key={column}>{toVisibleText(cell)}</Cell>;
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Table.Tr key={line}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Table.Td key={column}>{toVisibleText(cell)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length >= tableLimit.rows - 1 ? (
        <Text size="xs" c="dimmed" p="xs">
          {t('evidence.content.first_rows', { count: tableLimit.rows })}
        </Text>
      ) : null}
    </Table.ScrollContainer>
  );
}

function Bytes({ record, note }: { record: EvidenceFile; note?: string }) {
  const bytes = useQuery(evidenceBytes(record, headLimit));
  const [hex, setHex] = useState<string | null>(null);
  useEffect(() => {
    void bytes.data?.arrayBuffer().then((buffer) => setHex(formatHex(new Uint8Array(buffer))));
  }, [bytes.data]);
  if (bytes.isError) return <Unreadable error={bytes.error} />;
  if (hex === null) return <Skeleton height={200} />;
  return (
    <Stack gap="xs">
      {note ? <Text size="sm">{note}</Text> : null}
      <HostileText
        text={hex}
        label={t('evidence.content.bytes', { file: record.file_name })}
        wrapped={false}
        tall
      />
      {record.size > headLimit ? (
        <Text size="xs" c="dimmed">
          {t('evidence.content.first_bytes', {
            shown: headLimit,
            size: record.size,
          })}
        </Text>
      ) : null}
    </Stack>
  );
}

function useText(bytes: Blob | undefined): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    void bytes?.text().then(setText);
  }, [bytes]);
  return text;
}
