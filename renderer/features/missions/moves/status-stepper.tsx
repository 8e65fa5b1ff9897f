import { type MissionStatus, missionStatuses } from '../../../../domain/missions.ts';
import { t } from '../../../words.ts';
import styles from './status-stepper.module.css';

/** Where a mission stands among the steps it goes through: the step in words, the others as marks. */
export function StatusStepper({ status }: { status: MissionStatus }) {
  const now = missionStatuses.indexOf(status);
  return (
    <ol className={styles.steps} aria-label={t('shared.status')}>
      {missionStatuses.map((step, index) => (
        <li
          key={step}
          {...(index === now
            ? { 'aria-current': 'step' as const }
            : { title: t(`names.mission_status.${step}`) })}
          data-passed={index < now || undefined}
        >
          <span className={styles.mark} aria-hidden />
          <span className={index === now ? '' : styles.unseen}>{t(`names.mission_status.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
