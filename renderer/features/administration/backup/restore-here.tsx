import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import type { Backup } from '../../../../server/backup/contract.ts';
import { secondFactor } from '../../../api/accounts/second-factor.ts';
import { restoreBackup } from '../../../api/backups.ts';
import { rich } from '../../../rich.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { noProof, ProofFields, useProof } from '../second-factor/proof-fields.tsx';

type Props = { backup: Backup; onClose: () => void };

/** Explains the effects of a restore, and asks for the person's proof. */
export function RestoreHere({ backup, onClose }: Props) {
  const factors = useQuery(secondFactor);
  return (
    <Modal opened onClose={onClose} title={t('administration.restore_this_backup')} size="lg">
      {factors.data !== undefined ? (
        <Proving backup={backup} onClose={onClose} factors={factors.data} />
      ) : factors.error === null ? (
        <SkeletonRows rows={3} />
      ) : (
        <ProblemNote
          error={factors.error}
          what={t('administration.second_factor')}
          onRetry={() => factors.refetch()}
        />
      )}
    </Modal>
  );
}

function Proving({ backup, onClose, factors }: Props & { factors: SecondFactor }) {
  const proof = useProof(factors);
  const form = useForm({ initialValues: noProof, validate: proof.validate });
  const restoring = useMutation({
    mutationFn: (values: typeof form.values) => restoreBackup(backup.id, proof.toShown(values)),
    onSuccess: () => {
      notifications.show({ message: t('administration.restore_here_begun'), autoClose: false });
      onClose();
    },
  });
  return (
    <Form
      form={form}
      saving={restoring}
      onSubmit={(values) => restoring.mutate(values)}
      shown={proof.fields}
      buttons={
        <DialogButtons
          submit={t('administration.restore_here_now')}
          isSaving={restoring.isPending}
          onCancel={onClose}
        />
      }
    >
      <Text size="sm">{t('administration.restore_here')}</Text>
      <Text size="sm">
        {rich('administration.restore_here_then', {
          at: (
            <strong>
              <Moment at={backup.made_at} />
            </strong>
          ),
        })}
      </Text>
      <ProofFields form={form} proof={proof} />
    </Form>
  );
}
