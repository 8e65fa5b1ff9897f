import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewInvitation } from '../../../../server/accounts/invitations/contract.ts';
import { sharing } from '../../../api/connection/desktop.ts';
import { CopyTextButton } from '../../../ui/copy/copy-text-button.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { isLoopback, listOrigins } from './link-origins.ts';

/** Shows the link of an invitation, which the server tells only this once, with the address that others reach it by. */
export function LinkDialog({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  const { data: shared } = useQuery({ ...sharing, enabled: window.desktop !== undefined });
  const origins = listOrigins(location, made.hosts, shared?.url ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const origin = chosen !== null && origins.includes(chosen) ? chosen : (origins[0] ?? location.origin);
  // The token stands behind the `#`, so that no server on the way sees it.
  const link = `${origin}/invitation#${made.token}`;
  return (
    <Modal opened onClose={onClose} title="The invitation’s link" closeOnClickOutside={false} size="lg">
      <Stack gap="sm">
        <Text size="sm">
          Hand this link to <Name>{made.email}</Name> yourself. It is shown only now, works once, and lasts
          seven days.
        </Text>
        {isLoopback(origin) ? (
          <Alert color="yellow" role="status">
            This link works on this computer alone
            {window.desktop === undefined
              ? ': this server has been told no name by which others reach it (SVC_PUBLIC_HOSTS).'
              : ' until you share it on the network.'}
          </Alert>
        ) : null}
        {origins.length > 1 ? (
          <Select
            label="Address"
            description="By which they reach this server"
            allowDeselect={false}
            data={origins}
            value={origin}
            onChange={setChosen}
          />
        ) : null}
        <TextInput
          label="Link"
          readOnly
          value={link}
          ff="monospace"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyTextButton value={link} label="Copy the link" />
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
