import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';
import styles from './notes.module.css';

/** Place of notifications: shows one at a time, each replacing the previous one. */
export function Notes() {
  const { notifications: said, queue } = useNotifications();
  useLayoutEffect(() => {
    for (const { id } of [...said, ...queue].slice(0, -1)) if (id !== undefined) notifications.hide(id);
  }, [said, queue]);
  return (
    <Notifications
      position="bottom-left"
      classNames={{ root: styles.notes as string, notification: styles.note as string }}
    />
  );
}
