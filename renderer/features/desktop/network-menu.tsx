import { Button, Menu } from '@mantine/core';
import { IconBroadcast, IconLock, IconLockOpen2, IconNetwork, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sharing } from '../../api/connection/desktop.ts';
import { openDesktopDialog } from './dialogs.ts';

/** The ways to the network; that others can reach this computer is always in sight. */
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
        Shared on {shared.url}
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
          Network
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconBroadcast size={15} aria-hidden />}
          onClick={() => openDesktopDialog('share')}
        >
          Share on the network…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlugConnected size={15} aria-hidden />}
          onClick={() => openDesktopDialog('connect')}
        >
          Connect to a server…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
