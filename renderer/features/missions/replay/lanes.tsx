import type { FactKind } from '../../../../domain/outcomes.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ReplayStep } from '../../../../server/missions/replay/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import { useClock } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { type Seen, spanOf } from './list-moments.ts';
import styles from './replay.module.css';

/** Both sides around a step by one clock: red's executions, and what blue saw. */
export function Lanes({
  steps,
  place,
  seen,
  onStep,
}: {
  steps: readonly ReplayStep[];
  place: number;
  seen: readonly Seen[];
  onStep: (place: number) => void;
}) {
  const clock = useClock();
  const step = steps[place] as ReplayStep;
  const { from, until } = spanOf(step);
  const around = steps
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => Date.parse(one.executed_at) >= from && Date.parse(one.executed_at) <= until);
  return (
    <section className={styles.lanes} aria-label={t('mission_replay.clock')}>
      <div className={styles.lane} data-side="red">
        <h3>{t('mission_replay.red')}</h3>
        <ol>
          {around.map(({ one, index }) => (
            <li key={`${one.id} ${one.run}`}>
              <button
                type="button"
                className={styles.moment}
                aria-current={index === place ? 'step' : undefined}
                onClick={() => onStep(index)}
              >
                {clock.time(one.executed_at)} <Name>{one.test_name}</Name>
              </button>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.lane} data-side="blue">
        <h3>{t('mission_replay.blue')}</h3>
        {seen.length === 0 ? (
          <p className={styles.quiet}>{t('mission_replay.nothing_blue')}</p>
        ) : (
          <ol>
            {seen.map((one) => (
              <li key={`${one.kind} ${one.key}`} className={styles.moment}>
                {clock.time(one.at)}{' '}
                {one.name === null
                  ? nameKind(one)
                  : t('mission_replay.entry', { kind: nameKind(one), name: toVisibleText(one.name) })}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function nameKind(one: Seen): string {
  if (one.kind === 'fact') return t(`names.fact_kind.${one.what as FactKind}`);
  return t(`mission_replay.kind.${one.kind}`);
}
