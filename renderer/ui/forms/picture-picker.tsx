import { Button, Popover, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { evidenceBytes, missionPictures } from '../../api/missions/evidence.ts';
import { t } from '../../words.ts';
import { Name } from '../text/name.tsx';
import { useObjectUrl } from '../text/use-object-url.ts';
import styles from './markdown-tools.module.css';

type Props = {
  missionId: string;
  /** Of the button. */
  tool: ComponentProps<'button'>;
  onPick: (picture: EvidenceRecord) => void;
};

/** Where Escape does not close a dialog around it. */
const keepsDialog = { 'data-mantine-stop-propagation': 'true' };

/** A button that offers the pictures of a mission. */
export function PicturePicker({ missionId, tool, onPick }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isPicked, setPicked] = useState(false);
  const label = t('writing.picture');
  // Escape also works when the focus is elsewhere on the page.
  useHotkeys(isOpen ? [['Escape', () => setOpen(false)]] : [], []);
  /** Escape is for the choice alone, not for the page or the dialog around it. */
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      withRoles={false}
      position="bottom-start"
      width="min(340px, calc(100vw - 16px))"
      keepMounted={false}
      closeOnEscape={false}
      trapFocus
      returnFocus={!isPicked}
    >
      <Popover.Target>
        <button
          type="button"
          {...tool}
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          {...(isOpen ? keepsDialog : {})}
          onKeyDown={closeByEscape}
          onClick={() => {
            setPicked(false);
            setOpen(!isOpen);
          }}
        >
          <IconPhotoPlus size={16} stroke={1.6} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} onKeyDownCapture={closeByEscape}>
        {/* Keeps the focus while the pictures are loading. */}
        <div tabIndex={-1} data-autofocus {...keepsDialog}>
          {isOpen ? (
            <Pictures
              missionId={missionId}
              onPick={(picture) => {
                setPicked(true);
                setOpen(false);
                onPick(picture);
              }}
            />
          ) : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Pictures({ missionId, onPick }: Omit<Props, 'tool'>) {
  const list = useInfiniteQuery(missionPictures(missionId));
  const pictures = (list.data?.pages ?? []).flatMap(({ items }) => items);
  if (pictures.length === 0) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {list.isError ? list.error.message : list.isPending ? t('shared.loading') : t('writing.no_pictures')}
      </Text>
    );
  }
  return (
    <>
      <ul className={styles.pictures}>
        {pictures.map((record) => (
          <li key={record.id}>
            <button type="button" onClick={() => onPick(record)} {...keepsDialog}>
              <span className={styles.thumb}>
                <Thumb record={record} />
              </span>
              <Name line>{record.caption ?? record.file_name}</Name>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          loading={list.isFetchingNextPage}
          {...keepsDialog}
          onClick={() => void list.fetchNextPage()}
        >
          {t('shared.show_more')}
        </Button>
      ) : null}
    </>
  );
}

/** Larger pictures are not fetched to be chosen. */
const largestThumb = 2 * 1024 * 1024;

function Thumb({ record }: { record: EvidenceRecord }) {
  const bytes = useQuery({ ...evidenceBytes(record), enabled: record.size <= largestThumb });
  const url = useObjectUrl(bytes.data, record.mime_type);
  const [broken, setBroken] = useState(false);
  if (url === null || broken) return <IconPhoto size={18} stroke={1.4} aria-hidden />;
  return <img src={url} alt="" onError={() => setBroken(true)} />;
}
