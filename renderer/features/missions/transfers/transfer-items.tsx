import { Menu } from '@mantine/core';
import { IconCopy, IconPlaneDeparture } from '@tabler/icons-react';
import type { Transfer } from '../../../api/missions/transfers.ts';
import { t } from '../../../words.ts';

/** Entries of a menu that move or copy something to another mission. */
export function TransferItems({ onTransfer }: { onTransfer: (how: Transfer) => void }) {
  return (
    <>
      <Menu.Item
        leftSection={<IconPlaneDeparture size={15} aria-hidden />}
        onClick={() => onTransfer('move')}
      >
        {t('transfers.item.move')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={() => onTransfer('copy')}>
        {t('transfers.item.copy')}
      </Menu.Item>
    </>
  );
}
