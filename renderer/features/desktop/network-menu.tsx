import { Button, Menu } from '@mantine/core';
import { IconBroadcast, IconLock, IconLockOpen2, IconNetwork, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sharing } from '../../api/connection/desktop.ts';
import { t } from '../../words.ts';
import { openDesktopDialog } from './dialogs.ts';

/** Network options, which always show whether others can reach this computer. */
export function NetworkMenu() {
  const { data: shared } = useQuery({ ...sharing, refetchInterval: 15_000 });
  if (shared) {
    const Lock = shared.fingerprint !== null ? IconLock : IconLockOpen2;
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Lock size={14} aria-hidden />}
        onClick={() => openDesktopDialog('share')}
      >
        {t('desktop.shared_on_url', { url: shared.url })}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconNetwork size={15} aria-hidden />}
        >
          {t('desktop.network')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconBroadcast size={15} aria-hidden />}
          onClick={() => openDesktopDialog('share')}
        >
          {t('desktop.share_on_the_network')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlugConnected size={15} aria-hidden />}
          onClick={() => openDesktopDialog('connect')}
        >
          {t('desktop.connect_to_a_server_2')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
