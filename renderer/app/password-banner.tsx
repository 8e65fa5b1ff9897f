import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useUser } from '../api/connection/session.ts';
import { t } from '../words.ts';

/** Asks for a new password while someone else knows the current one. */
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
      aria-label={t('app.somebody_else_set_your_password')}
    >
      <Group gap="xs">
        <Text size="sm" span>
          {t('app.somebody_else_set_your_password_and')}
        </Text>
        {pathname === '/account' ? (
          <Text size="sm" span>
            {t('app.choose_one_of_your_own_below')}
          </Text>
        ) : (
          <Anchor component={Link} to="/account" size="sm">
            {t('app.choose_one_of_your_own')}
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}
