import { Alert, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useSessionEnd } from '../api/connection/session.ts';
import { Moment } from '../ui/times/time.tsx';

/** Says when the session ends for good, so that nobody is taken by surprise. */
export function SessionEndBanner() {
  const end = useSessionEnd();
  if (end === null) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconClock size={18} aria-hidden />}
      py={4}
      mb="sm"
      styles={{ icon: { marginTop: 4 } }}
      role="status"
      aria-label="Your session ends soon"
    >
      <Text size="sm" span>
        Your session ends <Moment at={new Date(end).toISOString()} />, and you sign in again then. What is not
        saved stays on this page for you.
      </Text>
    </Alert>
  );
}
