import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tool } from '../../../../server/organisations/contract.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { changeTool, deleteTool } from '../../../api/organisations.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Name } from '../../../ui/text/name.tsx';

type Props = { organisationId: string; tool: Tool; onClose: () => void };

/** Deletes a tool; offers to retire one that facts name. */
export function DeleteToolDialog({ organisationId, tool, onClose }: Props) {
  const queryClient = useQueryClient();
  const [isInUse, setInUse] = useState(false);
  if (isInUse) return <InUse organisationId={organisationId} tool={tool} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Delete this tool?"
      confirm="Delete tool"
      onConfirm={() =>
        deleteTool(queryClient, organisationId, tool.id).catch((error) => {
          if (error instanceof ApiError && error.code === 'in_use') setInUse(true);
          throw error;
        })
      }
      onClose={onClose}
    >
      <Text size="sm">
        <b>
          <Name>{tool.name}</Name>
        </b>{' '}
        will be gone for good.
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
    <Modal opened onClose={onClose} title="This tool can’t be deleted" centered>
      <Stack gap="md">
        <Text size="sm">
          What was seen or is expected names{' '}
          <b>
            <Name>{tool.name}</Name>
          </b>
          , and that stays. {tool.retired ? 'It is retired already' : 'Retire it'}: it is no longer offered
          where one says what was seen.
        </Text>
        {retiring.error ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {retiring.error.message}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {tool.retired ? 'Close' : 'Cancel'}
          </Button>
          {tool.retired ? null : (
            <Button onClick={() => retiring.mutate()} loading={retiring.isPending} data-autofocus>
              Retire it
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
