import { Button, Text } from '@mantine/core';
import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { evidenceBytes, missionPictures } from '../../api/missions/evidence.ts';
import { t } from '../../words.ts';
import { ChoicePopover } from '../pick/choice-popover.tsx';
import { Name } from '../text/name.tsx';
import { useObjectUrl } from '../text/use-object-url.ts';
import styles from './markdown-tools.module.css';

type Props = {
  missionId: string;
  /** Of the button. */
  tool: ComponentProps<'button'>;
  onPick: (picture: EvidenceRecord) => void;
};

/** A button that offers the pictures of a mission. */
export function PicturePicker({ missionId, tool, onPick }: Props) {
  const label = t('writing.picture');
  return (
    <ChoicePopover
      label={label}
      width={340}
      position="bottom-start"
      loads
      button={(opening) => (
        <button type="button" {...tool} aria-label={label} title={label} {...opening}>
          <IconPhotoPlus size={16} stroke={1.6} aria-hidden />
        </button>
      )}
    >
      {(close) => (
        <Pictures
          missionId={missionId}
          onPick={(picture) => {
            close();
            onPick(picture);
          }}
        />
      )}
    </ChoicePopover>
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
            <button type="button" onClick={() => onPick(record)}>
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
