import { Button, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBellRinging, IconClock, IconPackageImport, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { isArchived } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { AlertChoices } from '../../../../server/interchange/alerts/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import {
  acceptAlert,
  countNews,
  isWaiting,
  refuseAlert,
  renewAlerts,
  sendAlertFile,
  undoAlert,
  undoDelivery,
  type WaitingAlert,
  waitingAlerts,
} from '../../../api/missions/alerts.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { FilePicker } from '../../../ui/forms/file-picker.tsx';
import { KeysHelp } from '../../../ui/keys/keys-help.tsx';
import { alertKeys } from '../../../ui/keys/shortcuts.ts';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { useMissionTab } from '../mission-tabs.ts';
import { type AlertActions, AlertCard } from './alert-card.tsx';
import { AlertFileDialog, type ChosenPreview, needsLook, previewAsBefore } from './alert-file-dialog.tsx';
import { describeDifferences } from './alert-words.ts';
import styles from './alerts.module.css';
import { ClocksDialog } from './clocks-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { PickTestDialog } from './pick-test-dialog.tsx';

/** Alerts of other tools that wait for a decision, those with the best suggestions first. */
export function AlertsTab() {
  const { mission } = useMissionTab();
  const may = useMay('mission.write_blue_fields') && !isArchived(mission.status) && !mission.locked;
  const queryClient = useQueryClient();
  const found = useQuery(waitingAlerts(mission.id));
  const [current, setCurrent] = useState(0);
  const [picking, setPicking] = useState<WaitingAlert | null>(null);
  const [isOver, setOver] = useState(false);
  const [file, setFile] = useState<{ file: File; first: ChosenPreview } | null>(null);
  const dialog = useDialog(['clocks', 'deliveries']);
  const failed = (error: Error) =>
    notifications.show({ color: 'red', title: t('alerts.not_done'), message: error.message });
  const undoOf = (alert: WaitingAlert) => async () => {
    await undoAlert(queryClient, mission.id, alert);
    return undefined;
  };
  const undoOfDelivery = (receivedAt: string) => async () => {
    const { reasons } = await undoDelivery(queryClient, mission.id, receivedAt);
    return reasons.map(({ title, why }) => `${toVisibleText(title)}: ${why}`);
  };
  const accepting = useMutation({
    mutationFn: ({ alert, test }: { alert: WaitingAlert; test: string }) =>
      acceptAlert(queryClient, mission.id, alert, test),
    onSuccess: (accepted, { alert }) => {
      // In one note, because a second would replace the offer.
      const what = [t('alerts.accepted'), describeDifferences(accepted)].filter(Boolean).join('. ');
      offerUndo({ what, undo: undoOf(alert) });
    },
    onError: failed,
  });
  const refusing = useMutation({
    mutationFn: ({ alert, rule }: { alert: WaitingAlert; rule: boolean }) =>
      refuseAlert(queryClient, mission.id, alert, rule),
    onSuccess: (count, { alert }) =>
      offerUndo({ what: t('alerts.refused_alerts', { count }), undo: undoOf(alert) }),
    onError: failed,
  });
  const refused = (error: Error) =>
    notifications.show({ color: 'red', title: t('alerts.refused'), message: error.message });
  const sending = useMutation({
    mutationFn: ({ file, choices }: { file: File; choices: AlertChoices }) =>
      sendAlertFile(queryClient, mission.id, file, choices),
    onSuccess: ({ received, same, left_out, received_at }) => {
      setFile(null);
      const what = t('alerts.received', { received, same, left_out });
      if (received_at === null) notifications.show({ role: 'status', message: what });
      else offerUndo({ what, undo: undoOfDelivery(received_at) });
    },
    onError: refused,
  });
  const previewing = useMutation({
    mutationFn: (chosen: File) => previewAsBefore(mission.id, chosen),
    onSuccess: (first, chosen) => {
      if (needsLook(first.preview)) setFile({ file: chosen, first });
      else sending.mutate({ file: chosen, choices: {} });
    },
    onError: refused,
  });

  const alerts = found.data?.items ?? [];
  const place = Math.min(current, alerts.length - 1);
  const chosen = alerts[place];
  const isBusy = accepting.isPending || refusing.isPending;
  const isReading = previewing.isPending || sending.isPending;
  const actions: AlertActions = {
    accept: (alert) => {
      const [best] = alert.suggestions;
      if (best?.is_current && isWaiting(alert) && !isBusy) accepting.mutate({ alert, test: best.test_id });
    },
    pick: (alert) => {
      if (isWaiting(alert)) setPicking(alert);
    },
    refuse: (alert, rule) => {
      if (isWaiting(alert) && !isBusy) refusing.mutate({ alert, rule });
    },
  };
  const decide = (act: (alert: WaitingAlert) => void) => (event: KeyboardEvent) => {
    if (chosen === undefined || !may) return;
    event.preventDefault();
    act(chosen);
  };
  const step = (by: number) => () => {
    const next = Math.min(alerts.length - 1, Math.max(0, place + by));
    setCurrent(next);
    document.querySelector(`[data-row="${alerts[next]?.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  usePageKeys([
    ['j', step(1)],
    ['k', step(-1)],
    ['y', decide(actions.accept)],
    ['t', decide(actions.pick)],
    ['n', decide((alert) => actions.refuse(alert, false))],
    ['shift+N', decide((alert) => actions.refuse(alert, true))],
  ]);

  if (found.data === undefined) {
    if (found.error !== null)
      return <ProblemNote error={found.error} what={t('alerts.things')} onRetry={() => found.refetch()} />;
    return <Skeleton height={240} aria-busy="true" role="status" aria-label={t('alerts.loading')} />;
  }
  const send = ([chosenFile]: File[]) => {
    if (chosenFile !== undefined && may && !isReading) previewing.mutate(chosenFile);
  };
  const choose = may ? (
    <FilePicker label={t('alerts.file')} onPick={send}>
      {(open) => (
        <Button
          variant="default"
          leftSection={<IconUpload size={15} aria-hidden />}
          loading={isReading}
          onClick={open}
        >
          {t('alerts.choose')}
        </Button>
      )}
    </FilePicker>
  ) : null;
  const others = (
    <>
      <Button
        variant="default"
        leftSection={<IconClock size={15} aria-hidden />}
        onClick={() => dialog.open('clocks')}
      >
        {t('alerts.open_clocks')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPackageImport size={15} aria-hidden />}
        onClick={() => dialog.open('deliveries')}
      >
        {t('alerts.open_deliveries')}
      </Button>
    </>
  );
  const { decided, arrived } = countNews(found.data);
  const news = [
    decided === 0 ? null : t('alerts.news.decided', { count: decided }),
    arrived === 0 ? null : t('alerts.news.arrived', { count: arrived }),
    found.data.hasOtherClocks ? t('alerts.news.clocks') : null,
  ].filter(Boolean);
  const names = new Map(
    mission.scenarios.flatMap(({ tests }) => tests.map(({ id, name }) => [id, name] as const)),
  );
  return (
    <section
      className={styles.page}
      aria-label={t('missions.alerts')}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(may);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        send([...event.dataTransfer.files]);
      }}
    >
      {alerts.length === 0 ? (
        <EmptyState
          icon={IconBellRinging}
          title={t('alerts.empty.title')}
          hint={may ? t('alerts.empty.hint') : t('alerts.empty.read_only')}
          action={
            <>
              {choose}
              {others}
            </>
          }
        />
      ) : (
        <>
          <div className={styles.bar}>
            <Text size="sm">{t('alerts.count', { count: found.data.total })}</Text>
            {choose}
            {others}
            {may ? <KeysHelp keys={alertKeys()} /> : null}
            <span role="status" className={styles.news}>
              {news.join(', ')}
            </span>
            {news.length === 0 ? null : (
              <Button variant="subtle" onClick={() => renewAlerts(queryClient, mission.id)}>
                {t('alerts.news.show')}
              </Button>
            )}
          </div>
          <ul className={styles.list} aria-label={t('missions.alerts')}>
            {alerts.map((alert, index) => (
              <AlertCard
                key={alert.id}
                alert={alert}
                missionId={mission.id}
                testName={names.get(alert.test_id ?? '')}
                isCurrent={index === place}
                actions={may ? actions : null}
              />
            ))}
          </ul>
        </>
      )}
      {dialog.name === 'clocks' ? (
        <ClocksDialog missionId={mission.id} may={may} onClose={dialog.close} />
      ) : null}
      {dialog.name === 'deliveries' ? (
        <DeliveriesDialog missionId={mission.id} may={may} onClose={dialog.close} />
      ) : null}
      {file === null ? null : (
        <AlertFileDialog
          missionId={mission.id}
          file={file.file}
          first={file.first}
          sending={sending}
          onClose={() => setFile(null)}
        />
      )}
      {picking === null ? null : (
        <PickTestDialog
          mission={mission}
          onPick={(test) => accepting.mutateAsync({ alert: picking, test })}
          onClose={() => setPicking(null)}
        />
      )}
    </section>
  );
}
