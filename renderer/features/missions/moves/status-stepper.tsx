import { IconCheck } from '@tabler/icons-react';
import { t } from '../../../words.ts';
import styles from './status-stepper.module.css';

/**
 * Progress of a mission or an engagement through its steps: the current step in words, earlier ones ticked, later ones as marks.
 */
export function StatusStepper<S extends string>({
  status,
  steps,
  nameOf,
}: {
  status: S;
  steps: readonly S[];
  nameOf: (step: S) => string;
}) {
  const now = steps.indexOf(status);
  return (
    <ol className={styles.steps} aria-label={t('shared.status')}>
      {steps.map((step, index) => (
        <li key={step} {...(index === now ? { 'aria-current': 'step' as const } : { title: nameOf(step) })}>
          {index < now ? (
            <IconCheck size={14} stroke={2.4} aria-hidden />
          ) : index > now ? (
            <span className={styles.mark} aria-hidden />
          ) : null}
          <span className={index === now ? styles.now : styles.other}>{nameOf(step)}</span>
        </li>
      ))}
    </ol>
  );
}
