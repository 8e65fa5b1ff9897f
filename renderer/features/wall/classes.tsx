import { useQuery } from '@tanstack/react-query';
import { describeJudged } from '../../../domain/charts/figure-words.ts';
import { outcomeOrder } from '../../../domain/charts/words.ts';
import { toLevelCounts } from '../../../domain/figures.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { missionFigures } from '../../api/missions/figures.ts';
import { chartColors } from '../../ui/charts/colors.ts';
import { formatNumber, t, words } from '../../words.ts';
import { useDescribeCounts } from '../missions/progress.tsx';
import { Part, Quiet } from './part.tsx';
import styles from './wall.module.css';

/** The classes of the executed tests, counted as in Results. */
export function Classes({ mission, isInner = false }: { mission: Mission; isInner?: boolean }) {
  const { data } = useQuery(missionFigures(mission));
  const describeCounts = useDescribeCounts();
  const counts = data === undefined ? null : toLevelCounts(data);
  return (
    <Part
      title={t('wall.outcomes_so_far')}
      isInner={isInner}
      beside={
        <span className={styles.quiet}>
          {describeCounts(mission)}
          {data === undefined || data.attempted === 0 ? null : ` · ${describeJudged(data, words)}`}
        </span>
      }
    >
      {data === undefined || counts === null || data.attempted === 0 ? (
        <Quiet>{data === undefined ? '' : t('wall.nothing_executed')}</Quiet>
      ) : (
        <>
          <div className={styles.bar} aria-hidden>
            {outcomeOrder.map((key) => (
              <span
                key={key}
                data-class={key}
                style={{
                  width: `${(100 * counts[key]) / data.attempted}%`,
                  backgroundColor: chartColors[key],
                }}
              />
            ))}
          </div>
          <ul className={styles.classes} aria-label={t('wall.outcomes_so_far')}>
            {outcomeOrder.map((key) => (
              <li key={key} data-class={key} data-none={counts[key] === 0 || undefined}>
                <strong>{formatNumber(counts[key])}</strong>
                <span>
                  <i style={{ backgroundColor: chartColors[key] }} aria-hidden />
                  {t(`names.outcome.${key}`)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}
