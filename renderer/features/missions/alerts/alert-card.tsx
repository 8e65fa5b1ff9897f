import { Anchor, Button, Kbd } from '@mantine/core';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { isWaiting, type WaitingAlert } from '../../../api/missions/alerts.ts';
import { Name } from '../../../ui/text/name.tsx';
import { useClock } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { SeverityBadge } from '../findings/marks.tsx';
import { describeDecision, describeReasons, nameAlert } from './alert-words.ts';
import styles from './alerts.module.css';
import { describeClock } from './clocks-dialog.tsx';

export type AlertActions = {
  accept: (alert: WaitingAlert) => void;
  pick: (alert: WaitingAlert) => void;
  refuse: (alert: WaitingAlert, rule: boolean) => void;
};

/**
 * An alert with its best suggestion, and the decisions on it; null for people who may not decide. One that somebody else has decided
 * on says so, and keeps its size, so that nothing moves under the reader.
 */
export function AlertCard({
  alert,
  missionId,
  testName,
  isCurrent,
  actions,
}: {
  alert: WaitingAlert;
  missionId: string;
  /** Name of the test that it was accepted for, if known. */
  testName: string | undefined;
  isCurrent: boolean;
  actions: AlertActions | null;
}) {
  const clock = useClock();
  const [best] = alert.suggestions;
  const title = nameAlert(alert);
  const at = alert.occurred_at ?? alert.recorded_at;
  const waits = isWaiting(alert);
  const showKey = (key: string, keys = key) => ({
    'aria-keyshortcuts': keys,
    // Not disabled, which would take the focus away.
    'aria-disabled': !waits,
    ...(waits ? {} : { 'data-disabled': true }),
    rightSection: isCurrent ? (
      <Kbd size="xs" aria-hidden>
        {key}
      </Kbd>
    ) : null,
  });
  return (
    <li
      className={styles.alert}
      data-row={alert.id}
      data-current={isCurrent || undefined}
      data-decided={!waits || undefined}
      aria-current={isCurrent || undefined}
    >
      <div className={styles.title}>
        <h2>
          <Name>{title}</Name>
        </h2>
        {alert.severity === null ? null : <SeverityBadge severity={alert.severity} />}
      </div>
      <span className={styles.origin}>
        {at === null ? null : <span>{clock.moment(at)}</span>}
        {alert.clock_seconds === null ? null : (
          <span>{t('alerts.clock.by', { clock: describeClock(alert.clock_seconds) })}</span>
        )}
        {alert.hosts.length === 0 ? null : (
          <span>{t('alerts.on_host', { host: toVisibleText(alert.hosts.join(', ')) })}</span>
        )}
        <span>
          <Name>{alert.tool ?? alert.source}</Name>
        </span>
      </span>
      <div className={styles.suggestion}>
        {waits ? null : <span className={styles.decided}>{describeDecision(alert, testName)}</span>}
        {best === undefined ? (
          <span className={styles.quiet}>{t('alerts.no_test')}</span>
        ) : (
          <>
            <span>
              <strong>{t(`alerts.band.${best.band}`)}</strong>{' '}
              <Anchor component={Link} to={`/missions/${missionId}/tests/${best.test_id}`} size="sm">
                <Name>{best.test_name}</Name>
              </Anchor>{' '}
              {best.is_current ? null : t('alerts.run_closed', { run: best.run })}
            </span>
            <span className={styles.quiet}>{describeReasons(best)}</span>
          </>
        )}
      </div>
      {actions === null ? null : (
        <div className={styles.actions}>
          {best?.is_current ? (
            <Button
              size="compact-sm"
              aria-label={t('alerts.accept_one', { title })}
              {...showKey('y')}
              onClick={() => actions.accept(alert)}
            >
              {t('alerts.accept')}
            </Button>
          ) : null}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('alerts.other_one', { title })}
            {...showKey('t')}
            onClick={() => actions.pick(alert)}
          >
            {t('alerts.other')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('alerts.not_ours_one', { title })}
            {...showKey('n')}
            onClick={() => actions.refuse(alert, false)}
          >
            {t('alerts.not_ours')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('alerts.whole_rule_one', { title })}
            {...showKey('N', 'Shift+N')}
            onClick={() => actions.refuse(alert, true)}
          >
            {t('alerts.whole_rule')}
          </Button>
        </div>
      )}
    </li>
  );
}
