import { Button } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sharing } from '../../api/desktop.ts';
import { openDesktopDialog } from './dialogs.ts';

/** Always in sight while others can reach this computer. */
export function SharingBadge() {
  const { data } = useQuery({ ...sharing, refetchInterval: 15_000 });
  if (!data) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      color={data.encrypted ? 'damson' : 'yellow.9'}
      leftSection={
        data.encrypted ? <IconLock size={14} aria-hidden /> : <IconLockOpen2 size={14} aria-hidden />
      }
      onClick={() => openDesktopDialog('share')}
    >
      Shared on {data.url}
    </Button>
  );
}
