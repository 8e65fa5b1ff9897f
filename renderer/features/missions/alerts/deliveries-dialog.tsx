import { Button, Modal, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Delivery, UndoneDelivery } from '../../../../server/missions/alerts/contract.ts';
import { alertDeliveries, undoDelivery } from '../../../api/missions/alerts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './alerts.module.css';

/** The files and requests with which alerts came, each of which can be taken out again as a whole. */
export function DeliveriesDialog({
  missionId,
  may,
  onClose,
}: {
  missionId: string;
  may: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const found = useQuery(alertDeliveries(missionId));
  const [asked, setAsked] = useState<Delivery | null>(null);
  const undoing = useMutation({
    mutationFn: ({ received_at }: Delivery) => undoDelivery(queryClient, missionId, received_at),
    onSuccess: (undone) =>
      notifications.show({
        role: 'status',
        ...(undone.kept > 0 && { color: 'yellow' }),
        message: describeUndone(undone),
      }),
  });
  if (asked !== null) {
    return (
      <ConfirmDialog
        title={t('alerts.delivery.remove')}
        confirm={t('alerts.delivery.remove')}
        onConfirm={() => undoing.mutateAsync(asked)}
        onClose={() => setAsked(null)}
      >
        <Text size="sm">{t('alerts.delivery.asks', { alerts: asked.alerts, accepted: asked.accepted })}</Text>
      </ConfirmDialog>
    );
  }
  const deliveries = found.data?.items;
  return (
    <Modal opened onClose={onClose} title={t('alerts.deliveries')} centered>
      {deliveries === undefined ? (
        found.error === null ? (
          <Skeleton height={80} aria-busy="true" role="status" aria-label={t('alerts.delivery.loading')} />
        ) : (
          <ProblemNote
            error={found.error}
            what={t('alerts.delivery.things')}
            onRetry={() => found.refetch()}
          />
        )
      ) : deliveries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('alerts.delivery.none')}
        </Text>
      ) : (
        <ul className={styles.clocks} aria-label={t('alerts.deliveries')}>
          {deliveries.map((delivery) => (
            <li key={delivery.received_at}>
              <strong>
                <Moment at={delivery.received_at} />
              </strong>
              <span className={styles.quiet}>{delivery.sources.map(toVisibleText).join(', ')}</span>
              <span>
                {t('alerts.delivery.holds', { alerts: delivery.alerts, accepted: delivery.accepted })}
              </span>
              {may ? (
                <div className={styles.actions}>
                  <Button size="compact-sm" variant="default" onClick={() => setAsked(delivery)}>
                    {t('alerts.delivery.remove_these')}
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

/** Takes the result of an undone delivery, returns it in words, with the reasons for which alerts stay. */
export function describeUndone({ removed, kept, reasons }: UndoneDelivery): string {
  const counts = t('alerts.delivery.removed', { removed, kept });
  const why = [...new Set(reasons.map((reason) => reason.why))].join('; ');
  return why === '' ? counts : `${counts}: ${why}`;
}
