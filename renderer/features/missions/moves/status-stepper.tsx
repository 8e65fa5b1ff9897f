import { t } from '../../../words.ts';
import styles from './status-stepper.module.css';

/** Where a mission or an engagement stands among the steps it goes through: the step in words, the others as marks. */
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
        <li
          key={step}
          {...(index === now ? { 'aria-current': 'step' as const } : { title: nameOf(step) })}
          data-passed={index < now || undefined}
        >
          <span className={styles.mark} aria-hidden />
          <span className={index === now ? '' : styles.unseen}>{nameOf(step)}</span>
        </li>
      ))}
    </ol>
  );
}
