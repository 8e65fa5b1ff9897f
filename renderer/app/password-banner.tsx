import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useUser } from '../api/connection/session.ts';

/** Asks for another password while somebody else knows the one there is. */
export function PasswordBanner() {
  const { credentials_set_by_other } = useUser();
  const { pathname } = useLocation();
  if (!credentials_set_by_other) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconKey size={18} aria-hidden />}
      py={4}
      mb="sm"
      styles={{ icon: { marginTop: 4 } }}
      role="note"
      aria-label="Somebody else set your password"
    >
      <Group gap="xs">
        <Text size="sm" span>
          Somebody else set your password, and may know it still.
        </Text>
        {pathname === '/account' ? (
          <Text size="sm" span>
            Choose one of your own below.
          </Text>
        ) : (
          <Anchor component={Link} to="/account" size="sm">
            Choose one of your own
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}
