import {
  ActionIcon,
  Alert,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Skeleton,
  Slider,
  Stack,
  Text,
} from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useEffect, useState } from 'react';
import { timingNameOf } from '../../../../domain/recordings/files.ts';
import { type EvidenceFile, evidenceBytes } from '../../../api/missions/evidence.ts';
import { rich } from '../../../rich.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { Unreadable } from '../unreadable.tsx';
import { styleOf } from './colours.ts';
import type { Files, Opened, Run, Screen } from './messages.ts';
import styles from './recording.module.css';
import { type Replay, useReplay } from './use-replay.ts';

const speeds = [0.5, 1, 2, 4, 8];
const stepSeconds = 5;

/** A terminal recording: replayed in place, or read as a text. */
export function Player({ record, beside }: { record: EvidenceFile; beside: readonly EvidenceFile[] }) {
  const timing = beside.find(({ file_name }) => file_name === timingNameOf(record.file_name));
  const bytes = useQuery(evidenceBytes(record));
  const times = useQuery({ ...evidenceBytes(timing ?? record), enabled: timing !== undefined });
  const files = useFiles(record.mime_type, bytes.data, timing === undefined ? null : times.data);
  const replay = useReplay(files);
  const [view, setView] = useState<'replay' | 'text'>('replay');
  const error = bytes.error ?? (timing === undefined ? null : times.error);
  if (error !== null) return <Unreadable error={error} />;
  const { opened } = replay;
  if (opened === undefined) return <Skeleton height={300} />;
  if (opened === null) return <Alert color="yellow">{t('recordings.unreadable')}</Alert>;
  const isTimed = opened.times.length > 0;
  return (
    <Stack gap="xs">
      {isTimed ? (
        <SegmentedControl
          w="fit-content"
          size="xs"
          aria-label={t('recordings.view')}
          value={view}
          onChange={(chosen) => {
            replay.pause();
            setView(chosen === 'text' ? 'text' : 'replay');
          }}
          data={[
            { value: 'replay', label: t('recordings.replay') },
            { value: 'text', label: t('recordings.text') },
          ]}
        />
      ) : null}
      {isTimed && view === 'replay' ? (
        <Theatre replay={replay} name={record.file_name} />
      ) : (
        <HostileText text={opened.text} label={record.file_name} tall />
      )}
      <Notes record={record} opened={opened} isTimed={isTimed} isText={view === 'text' || !isTimed} />
    </Stack>
  );
}

function Notes({
  record,
  opened,
  isTimed,
  isText,
}: {
  record: EvidenceFile;
  opened: Opened;
  isTimed: boolean;
  isText: boolean;
}) {
  const missing = timingNameOf(record.file_name);
  return (
    <Text size="xs" c="dimmed" component="div">
      {isTimed || missing === null ? null : (
        <div>{rich('recordings.without_times', { file: <Name>{missing}</Name> })}</div>
      )}
      {isText && opened.isTextCut ? <div>{t('recordings.cut')}</div> : null}
      {opened.unread > 0 ? <div>{t('recordings.unread', { count: opened.unread })}</div> : null}
      <div>{t('recordings.typed')}</div>
    </Text>
  );
}

function Theatre({ replay, name }: { replay: Replay; name: string }) {
  const { at, length, isPlaying } = replay;
  const toggle = isPlaying ? replay.pause : replay.play;
  const position = t('recordings.position', { at: formatTime(at), length: formatTime(length) });
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    // The arrow keys of the dialog would go to another file.
    if (/^Arrow(?:Left|Right)$/.test(event.key)) event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('select, input, [role=slider]'))
      return;
    const by = { ArrowLeft: -stepSeconds, ArrowRight: stepSeconds }[event.key];
    if (by !== undefined) replay.seek(at + by);
    else if (event.key === 'Home') replay.seek(0);
    else if (event.key === 'End') replay.seek(length);
    else if (event.key === 'k' || (event.key === ' ' && target?.closest('button') === null)) toggle();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work on all controls inside
    <div onKeyDown={onKeyDown}>
      <section
        className={styles.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={t('recordings.screen', { file: name })}
        aria-description={t('recordings.screen_hint')}
      >
        {replay.screen === null ? <Skeleton height={300} /> : <Picture screen={replay.screen} />}
      </section>
      <Group gap="sm" mt="xs">
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={isPlaying ? t('recordings.pause') : t('recordings.play')}
          aria-keyshortcuts="K"
          onClick={toggle}
        >
          {isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
        </ActionIcon>
        <Slider
          flex="1 1 160px"
          min={0}
          max={Math.max(length, 0.001)}
          step={length > 60 ? 1 : 0.1}
          value={at}
          onChange={replay.seek}
          label={formatTime}
          thumbLabel={t('recordings.seek')}
          thumbProps={{ 'aria-valuetext': position }}
        />
        <Text size="xs" c="dimmed" miw={84}>
          {position}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={t('recordings.speed')}
          value={String(replay.speed)}
          onChange={({ currentTarget }) => replay.setSpeed(Number(currentTarget.value))}
          data={speeds.map((speed) => ({
            value: String(speed),
            label: t('recordings.times', { speed }),
          }))}
        />
        <Checkbox
          size="xs"
          label={t('recordings.shorten')}
          checked={replay.isShortened}
          onChange={({ currentTarget }) => replay.shorten(currentTarget.checked)}
        />
      </Group>
    </div>
  );
}

function Picture({ screen }: { screen: Screen }) {
  return (
    <div className={styles.screen} aria-hidden>
      {screen.rows.map((row, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a terminal have nothing else to be known by
        <Line key={line} row={row} />
      ))}
    </div>
  );
}

const Line = memo(
  ({ row }: { row: readonly Run[] }) => (
    <div>
      {row.map(({ text, look }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={place} {...(look !== null && { style: styleOf(look) })}>
          {text}
        </span>
      ))}
    </div>
  ),
  (before, after) => JSON.stringify(before.row) === JSON.stringify(after.row),
);

/** The bytes in a form that a thread takes; null until all have come. */
function useFiles(mimeType: string, bytes: Blob | undefined, timing: Blob | null | undefined): Files | null {
  const [files, setFiles] = useState<Files | null>(null);
  useEffect(() => {
    if (bytes === undefined || timing === undefined) return;
    let isOver = false;
    void Promise.all([bytes.arrayBuffer(), timing?.arrayBuffer() ?? null]).then(([whole, times]) => {
      if (!isOver) setFiles({ mimeType, bytes: whole, timing: times });
    });
    return () => {
      isOver = true;
    };
  }, [mimeType, bytes, timing]);
  return files;
}

/** Minutes and seconds, as on a clock. */
function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
