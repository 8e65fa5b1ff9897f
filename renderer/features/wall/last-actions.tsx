import { useQuery } from '@tanstack/react-query';
import type { Mission } from '../../../server/missions/contract.ts';
import { missionStream } from '../../api/home.ts';
import { Name } from '../../ui/text/name.tsx';
import { useClock } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { Deed } from '../history/deed.tsx';
import { Part, Quiet } from './part.tsx';
import styles from './wall.module.css';

/** The last ten actions in a mission. */
export function LastActions({ mission, isInner = false }: { mission: Mission; isInner?: boolean }) {
  const { data } = useQuery(missionStream(mission));
  const clock = useClock();
  return (
    <Part title={t('wall.last_actions')} isInner={isInner}>
      {data?.items.length === 0 ? <Quiet>{t('wall.no_actions')}</Quiet> : null}
      <ol className={styles.lines} aria-label={t('wall.last_actions')}>
        {data?.items.map(({ seq, at, actor, test, deeds }) => (
          <li key={seq}>
            <time className={styles.time} dateTime={at}>
              {clock.time(at)}
            </time>
            <div className={styles.grow}>
              <div className={styles.deed}>
                <Deed actor={actor} deeds={deeds} />
              </div>
              {test === null ? null : (
                <div className={styles.below}>
                  <Name line>{test.name}</Name>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Part>
  );
}
