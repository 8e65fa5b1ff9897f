import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organisation } from '../../../server/organisations/contract.ts';
import { ApiError } from '../../api/connection/problem.ts';
import { deleteOrganisation } from '../../api/organisations.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { Name } from '../../ui/text/name.tsx';
import { describeBelongings } from './organisation-words.ts';

type Props = { organisation: Organisation; onMerge: () => void; onClose: () => void };

/** Deletes an organisation that nothing is for; offers to merge one that something is for. */
export function DeleteOrganisationDialog({ organisation, onMerge, onClose }: Props) {
  const queryClient = useQueryClient();
  const go = useGo();
  const [isInUse, setInUse] = useState(organisation.missions + organisation.engagements > 0);
  if (isInUse) return <InUse organisation={organisation} onMerge={onMerge} onClose={onClose} />;
  const tools = describeBelongings(organisation, ['tools']);
  return (
    <ConfirmDialog
      title="Delete this organisation?"
      confirm="Delete organisation"
      onConfirm={() =>
        deleteOrganisation(queryClient, organisation.id, () => go('/organisations')).catch((error) => {
          if (error instanceof ApiError && error.code === 'in_use') setInUse(true);
          throw error;
        })
      }
      onClose={onClose}
    >
      <Text size="sm">
        <b>
          <Name>{organisation.name}</Name>
        </b>{' '}
        will be gone for good{tools === null ? '' : `, with its ${tools}`}.
      </Text>
    </ConfirmDialog>
  );
}

function InUse({ organisation, onMerge, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title="This organisation can’t be deleted" centered>
      <Stack gap="md">
        <Text size="sm">
          <b>
            <Name>{organisation.name}</Name>
          </b>{' '}
          has {describeBelongings(organisation, ['missions', 'engagements']) ?? 'missions or engagements'}. If
          it is there twice, merge it into the other one, which then has them.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onMerge} data-autofocus>
            Merge it…
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
