import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tool } from '../../../../server/organisations/contract.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { changeTool, deleteTool } from '../../../api/organisations.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

type Props = { organisationId: string; tool: Tool; onClose: () => void };

/** Deletes a tool, or offers to retire it if facts name it. */
export function DeleteToolDialog({ organisationId, tool, onClose }: Props) {
  const queryClient = useQueryClient();
  const [isInUse, setInUse] = useState(false);
  if (isInUse) return <InUse organisationId={organisationId} tool={tool} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('organisations.delete_this_tool')}
      confirm={t('organisations.delete_tool')}
      onConfirm={() =>
        deleteTool(queryClient, organisationId, tool.id).catch((error) => {
          if (error instanceof ApiError && error.code === 'in_use') setInUse(true);
          throw error;
        })
      }
      onClose={onClose}
    >
      <Text size="sm">
        {rich('organisations.b_will_be_gone_for_good_2', {
          b: (
            <b>
              <Name>{tool.name}</Name>
            </b>
          ),
        })}
      </Text>
    </ConfirmDialog>
  );
}

function InUse({ organisationId, tool, onClose }: Props) {
  const queryClient = useQueryClient();
  const retiring = useMutation({
    mutationFn: () => changeTool(queryClient, organisationId, tool.id, { retired: true }),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('organisations.this_tool_can_t_be_deleted')} centered>
      <Stack gap="md">
        <Text size="sm">
          {rich('organisations.what_was_seen_or_is_expected', {
            b: (
              <b>
                <Name>{tool.name}</Name>
              </b>
            ),
            retired: tool.retired ? t('organisations.it_is_retired_already') : t('organisations.retire_it'),
          })}
        </Text>
        {retiring.error ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {retiring.error.message}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {tool.retired ? t('shared.close') : t('shared.cancel')}
          </Button>
          {tool.retired ? null : (
            <Button onClick={() => retiring.mutate()} loading={retiring.isPending} data-autofocus>
              {t('organisations.retire_it')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
