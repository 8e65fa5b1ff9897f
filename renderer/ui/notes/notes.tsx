import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';
import styles from './notes.module.css';

/** The place of what is said: one note at a time, the last in place of the one before. */
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
