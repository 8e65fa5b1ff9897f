import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organisation } from '../../../server/organisations/contract.ts';
import { ApiError } from '../../api/connection/problem.ts';
import { deleteOrganisation } from '../../api/organisations.ts';
import { rich } from '../../rich.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { describeBelongings } from './organisation-words.ts';

type Props = { organisation: Organisation; onMerge: () => void; onClose: () => void };

/** Deletes an unused organisation; offers to merge one that is in use. */
export function DeleteOrganisationDialog({ organisation, onMerge, onClose }: Props) {
  const queryClient = useQueryClient();
  const go = useGo();
  const [isInUse, setInUse] = useState(organisation.missions + organisation.engagements > 0);
  if (isInUse) return <InUse organisation={organisation} onMerge={onMerge} onClose={onClose} />;
  const tools = describeBelongings(organisation, ['tools']);
  const name = (
    <b>
      <Name>{organisation.name}</Name>
    </b>
  );
  return (
    <ConfirmDialog
      title={t('organisations.delete_this_organisation')}
      confirm={t('organisations.delete_organisation')}
      onConfirm={() =>
        deleteOrganisation(queryClient, organisation.id, () => go('/organisations')).catch((error) => {
          if (error instanceof ApiError && error.code === 'in_use') setInUse(true);
          throw error;
        })
      }
      onClose={onClose}
    >
      <Text size="sm">
        {tools === null
          ? rich('organisations.gone_for_good', { name })
          : rich('organisations.gone_with_tools', { name, tools })}
      </Text>
    </ConfirmDialog>
  );
}

function InUse({ organisation, onMerge, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={t('organisations.this_organisation_can_t_be_deleted')} centered>
      <Stack gap="md">
        <Text size="sm">
          {rich('organisations.b_has_organisation_if_it_is', {
            b: (
              <b>
                <Name>{organisation.name}</Name>
              </b>
            ),
            organisation:
              describeBelongings(organisation, ['missions', 'engagements']) ??
              t('organisations.missions_or_engagements'),
          })}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('shared.cancel')}
          </Button>
          <Button onClick={onMerge} data-autofocus>
            {t('organisations.merge_it')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
