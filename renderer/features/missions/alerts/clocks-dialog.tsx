import { Button, Group, Modal, NumberInput, Skeleton, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mostClockSeconds } from '../../../../domain/alerts.ts';
import { describeDuration } from '../../../../domain/charts/figure-words.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ClockChange, HostClock } from '../../../../server/missions/clocks/contract.ts';
import { changeClock, missionClocks } from '../../../api/missions/clocks.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t, words } from '../../../words.ts';
import styles from './alerts.module.css';

/** By how much the clocks of hosts are ahead, as measured from accepted alerts, and what a person has confirmed of it. */
export function ClocksDialog({
  missionId,
  may,
  onClose,
}: {
  missionId: string;
  may: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const found = useQuery(missionClocks(missionId));
  const changing = useMutation({
    mutationFn: (change: ClockChange) => changeClock(queryClient, missionId, change),
  });
  const form = useForm<{ host: string; seconds: number | '' }>({
    initialValues: { host: '', seconds: '' },
    validate: {
      host: (host) => (host.trim() === '' ? t('alerts.clock.host_missing') : null),
      seconds: (seconds) => (seconds === '' ? t('alerts.clock.seconds_missing') : null),
    },
  });
  const hosts = found.data?.hosts;
  return (
    <Modal opened onClose={onClose} title={t('alerts.clocks')} centered>
      <Text size="sm" mb="sm">
        {t('alerts.clock.about')}
      </Text>
      {hosts === undefined ? (
        found.error === null ? (
          <Skeleton height={80} aria-busy="true" role="status" aria-label={t('alerts.clock.loading')} />
        ) : (
          <ProblemNote error={found.error} what={t('alerts.clock.things')} onRetry={() => found.refetch()} />
        )
      ) : hosts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('alerts.clock.none')}
        </Text>
      ) : (
        <ul className={styles.clocks} aria-label={t('alerts.clocks')}>
          {hosts.map((clock) => (
            <Clock
              key={clock.host}
              clock={clock}
              actions={
                may
                  ? {
                      confirm: changing.mutate,
                      change: (seconds) => form.setValues({ host: clock.host, seconds }),
                    }
                  : null
              }
            />
          ))}
        </ul>
      )}
      {may ? (
        <Form
          form={form}
          saving={changing}
          label={t('alerts.clock.form')}
          onSubmit={({ host, seconds }) =>
            changing.mutate({ host, seconds: Number(seconds) }, { onSuccess: form.reset })
          }
          buttons={
            <Group justify="flex-end">
              <Button type="submit" loading={changing.isPending}>
                {t('alerts.clock.confirm')}
              </Button>
            </Group>
          }
        >
          <TextInput label={t('alerts.clock.host')} {...form.getInputProps('host')} />
          <NumberInput
            label={t('alerts.clock.seconds')}
            description={t('alerts.clock.seconds_hint')}
            allowDecimal={false}
            min={-mostClockSeconds}
            max={mostClockSeconds}
            {...form.getInputProps('seconds')}
          />
        </Form>
      ) : null}
    </Modal>
  );
}

type ClockActions = { confirm: (change: ClockChange) => void; change: (seconds: number) => void };

function Clock({
  clock: { host, measured, confirmed },
  actions,
}: {
  clock: HostClock;
  actions: ClockActions | null;
}) {
  const name = toVisibleText(host);
  const isNew = measured !== null && measured.seconds !== (confirmed?.seconds ?? 0);
  return (
    <li>
      <strong>
        <Name>{name}</Name>
      </strong>
      <span className={styles.quiet}>
        {measured === null
          ? t('alerts.clock.unmeasured')
          : t('alerts.clock.measured', {
              clock: describeClock(measured.seconds),
              pairs: measured.pairs,
              spread: describeDuration(measured.spread, words),
            })}
      </span>
      {confirmed === null ? null : (
        <span>{t('alerts.clock.confirmed', { clock: describeClock(confirmed.seconds) })}</span>
      )}
      {actions === null ? null : (
        <div className={styles.actions}>
          {isNew ? (
            <Button
              size="compact-sm"
              aria-label={t('alerts.clock.apply_one', { host: name })}
              onClick={() => actions.confirm({ host, seconds: measured.seconds })}
            >
              {t('alerts.clock.apply')}
            </Button>
          ) : null}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('alerts.clock.change_one', { host: name })}
            onClick={() => actions.change(confirmed?.seconds ?? measured?.seconds ?? 0)}
          >
            {t('alerts.clock.change')}
          </Button>
          {confirmed === null ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('alerts.clock.remove_one', { host: name })}
              onClick={() => actions.confirm({ host, seconds: null })}
            >
              {t('alerts.clock.remove')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Takes seconds, returns in words by how much a clock is ahead or behind. */
export function describeClock(seconds: number): string {
  const span = describeDuration(Math.abs(seconds), words);
  if (seconds === 0) return t('alerts.clock.right');
  return seconds < 0 ? t('alerts.clock.behind', { span }) : t('alerts.clock.ahead', { span });
}
