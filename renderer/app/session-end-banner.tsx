import { Alert, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useSessionEnd } from '../api/connection/session.ts';
import { rich } from '../rich.ts';
import { Moment } from '../ui/times/time.tsx';
import { t } from '../words.ts';

/** Shows in advance when the session ends for good. */
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
      aria-label={t('app.your_session_ends_soon')}
    >
      <Text size="sm" span>
        {rich('app.your_session_ends_to_i_s', {
          to_i_s_o_string: <Moment at={new Date(end).toISOString()} />,
        })}
      </Text>
    </Alert>
  );
}
