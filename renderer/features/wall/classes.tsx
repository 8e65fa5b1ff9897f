import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeJudged } from '../../../domain/charts/figure-words.ts';
import { outcomeOrder } from '../../../domain/charts/words.ts';
import type { FigureKey } from '../../../domain/counted-tests.ts';
import { toLevelCounts } from '../../../domain/figures.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { missionFigures } from '../../api/missions/figures.ts';
import { chartColors } from '../../ui/charts/colors.ts';
import { CountLink } from '../../ui/charts/count-link.tsx';
import { formatNumber, t, words } from '../../words.ts';
import { useDescribeCounts } from '../missions/progress.tsx';
import { Part, Quiet } from './part.tsx';
import styles from './wall.module.css';

function toTests({ id }: Mission, figure: FigureKey): string {
  return `/missions/${id}?${new URLSearchParams({ figure })}`;
}

function Counted({ to, count, children }: { to: string; count: number; children: ReactNode }) {
  if (count === 0) return <span className={styles.counted}>{children}</span>;
  return (
    <Link to={to} className={styles.counted} data-count={count}>
      {children}
    </Link>
  );
}

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
          {data === undefined || data.attempted === 0 ? null : (
            <>
              {' · '}
              {data.judged === 0 ? (
                describeJudged(data, words)
              ) : (
                <CountLink to={toTests(mission, 'judged')} count={data.judged}>
                  {describeJudged(data, words)}
                </CountLink>
              )}
            </>
          )}
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
                <Counted to={toTests(mission, key)} count={counts[key]}>
                  <strong>{formatNumber(counts[key])}</strong>
                  <span>
                    <i style={{ backgroundColor: chartColors[key] }} aria-hidden />
                    {t(`names.outcome.${key}`)}
                  </span>
                </Counted>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}
