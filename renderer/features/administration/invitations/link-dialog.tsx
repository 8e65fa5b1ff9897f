import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewInvitation } from '../../../../server/accounts/invitations/contract.ts';
import { sharing } from '../../../api/connection/desktop.ts';
import { rich } from '../../../rich.ts';
import { CopyTextButton } from '../../../ui/copy/copy-text-button.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { isLoopback, listOrigins } from './link-origins.ts';

/** Shows the link of an invitation, which the server reveals only once, with an address reachable by others. */
export function LinkDialog({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  const { data: shared } = useQuery({ ...sharing, enabled: window.desktop !== undefined });
  const origins = listOrigins(location, made.hosts, shared?.url ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const origin = chosen !== null && origins.includes(chosen) ? chosen : (origins[0] ?? location.origin);
  // The token comes after the `#`, so that no server in between sees it.
  const link = `${origin}/invitation#${made.token}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('administration.the_invitation_s_link')}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack gap="sm">
        <Text size="sm">
          {rich('administration.hand_this_link_to_email_yourself', { email: <Name>{made.email}</Name> })}
        </Text>
        {isLoopback(origin) ? (
          <Alert color="yellow" role="status">
            {t(
              window.desktop === undefined
                ? 'administration.link_works_here_alone'
                : 'administration.link_works_here_until_shared',
            )}
          </Alert>
        ) : null}
        {origins.length > 1 ? (
          <Select
            label={t('shared.address')}
            description={t('administration.by_which_they_reach_this_server')}
            allowDeselect={false}
            data={origins}
            value={origin}
            onChange={setChosen}
          />
        ) : null}
        <TextInput
          label={t('administration.link')}
          readOnly
          value={link}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyTextButton value={link} label={t('administration.copy_the_link')} />
          <Button variant="default" onClick={onClose}>
            {t('administration.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
