import { ActionIcon, Button, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconDownload, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { EvidenceFile } from '../../api/missions/evidence.ts';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { CaptionField } from './caption-field.tsx';
import { Drawing } from './drawing/drawing.tsx';
import { PreviewContent } from './preview-content.tsx';
import { choosePreview } from './preview-kinds.ts';
import { useDownload } from './use-download.ts';

type Props = {
  /** Files between which the arrow keys move. */
  records: readonly EvidenceFile[];
  record: EvidenceFile;
  onShow: (record: EvidenceFile) => void;
  onClose: () => void;
  readOnly: boolean;
  /** Saves a drawing; null for people who may not. */
  onDrawn: ((file: File) => void) | null;
};

/** An enlarged file, with links to its neighbours. */
export function EvidencePreview(props: Props) {
  const { records, record, onClose, onDrawn } = props;
  const [isDrawing, setDrawing] = useState(false);
  if (isDrawing && onDrawn !== null) {
    return (
      <Drawing
        record={record}
        names={records.map(({ file_name }) => file_name)}
        onDrawn={(file) => {
          onDrawn(file);
          onClose();
        }}
        onCancel={() => setDrawing(false)}
      />
    );
  }
  return <Shown {...props} onDraw={onDrawn === null ? null : () => setDrawing(true)} />;
}

function Shown({
  records,
  record,
  onShow,
  onClose,
  readOnly,
  onDraw,
}: Props & { onDraw: (() => void) | null }) {
  const download = useDownload();
  const place = records.findIndex(({ id }) => id === record.id);
  const step = (by: 1 | -1) => (event?: KeyboardEvent) => {
    const to = records[place + by];
    if (to !== undefined && place !== -1 && !scrollsSideways(event?.target)) onShow(to);
  };
  useHotkeys([
    ['ArrowLeft', step(-1), { preventDefault: false }],
    ['ArrowRight', step(1), { preventDefault: false }],
  ]);
  const isPicture = choosePreview(record) === 'image';
  return (
    <Modal opened onClose={onClose} title={<Name>{record.file_name}</Name>} size="min(1100px, 92vw)">
      <Stack gap="sm">
        <Group gap="xs" justify="space-between">
          <Text size="xs" c="dimmed">
            {formatFileSize(record.size)} · {record.mime_type}
          </Text>
          <Group gap="xs">
            {onDraw !== null && isPicture ? (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={onDraw}
              >
                {t('evidence.draw')}
              </Button>
            ) : null}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => download(record)}
            >
              {t('shared.download')}
            </Button>
            {records.length > 1 ? (
              <Steps
                place={place}
                of={records.length}
                toPrevious={() => step(-1)()}
                toNext={() => step(1)()}
              />
            ) : null}
          </Group>
        </Group>
        <CaptionField key={record.id} record={record} readOnly={readOnly} />
        <PreviewContent key={`content ${record.id}`} record={record} beside={records} />
      </Stack>
    </Modal>
  );
}

function Steps({
  place,
  of,
  toPrevious,
  toNext,
}: {
  place: number;
  of: number;
  toPrevious: () => void;
  toNext: () => void;
}) {
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('evidence.step.previous_key')}>
        <ActionIcon
          variant="default"
          aria-label={t('evidence.step.previous')}
          aria-keyshortcuts="ArrowLeft"
          disabled={place <= 0}
          onClick={toPrevious}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="xs" c="dimmed" miw={44} ta="center" role="status">
        {t('evidence.step.place', { place: place + 1, of })}
      </Text>
      <Tooltip label={t('evidence.step.next_key')}>
        <ActionIcon
          variant="default"
          aria-label={t('evidence.step.next')}
          aria-keyshortcuts="ArrowRight"
          disabled={place >= of - 1}
          onClick={toNext}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** Whether the arrow keys scroll the text here. */
function scrollsSideways(target: EventTarget | null | undefined): boolean {
  const box = target instanceof Element ? target.closest('[tabindex="0"]') : null;
  return box !== null && box.scrollWidth > box.clientWidth;
}
