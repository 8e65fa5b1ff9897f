import {
  Alert,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { EvidenceFile } from '../../../api/missions/evidence.ts';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { type Mark, type MarkKind, nameMarked } from './marks.ts';
import { renderPicture } from './render-picture.ts';
import { Sheet } from './sheet.tsx';
import { usePicture } from './use-picture.ts';

const longestDrawnText = 120;

/** Draws on a picture, and blurs parts of it; the result is a second file, and the original stays unchanged. */
export function Drawing({
  record,
  names,
  onDrawn,
  onCancel,
}: {
  record: EvidenceFile;
  /** The names of the neighbouring files. */
  names: readonly string[];
  onDrawn: (file: File) => void;
  onCancel: () => void;
}) {
  const { bitmap, problem } = usePicture(record);
  const [kind, setKind] = useState<MarkKind>('arrow');
  const [text, setText] = useState('');
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const name = nameMarked(record.file_name, names);
  const takeBack = () => setMarks((present) => present.slice(0, -1));
  const saving = useMutation({
    mutationFn: (picture: ImageBitmap) => renderPicture(picture, marks, name),
    onSuccess: onDrawn,
  });
  const isEmpty = marks.length === 0;
  return (
    <Modal
      opened
      onClose={onCancel}
      title={rich('evidence.draw.title', { file: <Name>{record.file_name}</Name> })}
      size="min(1400px, 96vw)"
      // A drawing can't be lost by accident.
      closeOnEscape={isEmpty}
      closeOnClickOutside={false}
      withCloseButton={isEmpty}
    >
      <Stack gap="sm">
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={t('evidence.draw.kind')}
            value={kind}
            onChange={(next) => setKind(next as MarkKind)}
            data={[
              { value: 'arrow', label: t('evidence.draw.kind.arrow') },
              { value: 'box', label: t('evidence.draw.kind.box') },
              { value: 'text', label: t('evidence.draw.kind.text') },
              { value: 'blur', label: t('evidence.draw.kind.blur') },
            ]}
          />
          {kind === 'text' ? (
            <TextInput
              size="xs"
              w={260}
              aria-label={t('evidence.draw.text')}
              placeholder={t('evidence.draw.text_hint')}
              maxLength={longestDrawnText}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ) : null}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            disabled={isEmpty}
            onClick={takeBack}
          >
            {t('evidence.draw.take_back')}
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {isEmpty ? t('evidence.draw.none') : t('evidence.draw.marks', { count: marks.length })}
          </Text>
        </Group>
        {problem !== null ? (
          <Alert color="gray" role="alert">
            {problem}
          </Alert>
        ) : bitmap === null ? (
          <Skeleton height={300} />
        ) : (
          <Sheet
            picture={bitmap}
            kind={kind}
            text={text.trim()}
            marks={marks}
            onMark={(mark) => setMarks((present) => [...present, mark])}
            onTakeBack={takeBack}
          />
        )}
        {kind === 'blur' ? <Text size="xs">{t('evidence.draw.blur_hint')}</Text> : null}
        {saving.isError ? (
          <Alert color="gray" role="alert">
            {saving.error.message}
          </Alert>
        ) : null}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed">
            {rich('evidence.draw.kept', { file: <Name>{name}</Name> })}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={onCancel}>
              {isEmpty ? t('shared.cancel') : t('evidence.draw.discard')}
            </Button>
            <Button
              disabled={isEmpty || bitmap === null}
              loading={saving.isPending}
              onClick={() => bitmap !== null && saving.mutate(bitmap)}
            >
              {t('evidence.draw.save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
