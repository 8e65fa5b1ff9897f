import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../words.ts';
import { danger } from './danger.ts';

/**
 * Confirms before something is ended or deleted; a refusal is shown in the dialog, which stays open until the action succeeds.
 */
export function ConfirmDialog({
  title,
  children,
  confirm,
  isDestructive = true,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** Label of the confirming button, which names the action. */
  confirm: string;
  isDestructive?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const doing = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Stack gap="md">
        {children}
        {doing.isError ? (
          <Alert color="red" role="alert">
            {doing.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shared.cancel')}
          </Button>
          <Button {...(isDestructive ? danger : {})} loading={doing.isPending} onClick={() => doing.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
