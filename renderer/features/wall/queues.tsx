import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { waitingStatus } from '../../../domain/missions.ts';
import { type Side, sides } from '../../../domain/sides.ts';
import type { WaitingItem } from '../../../server/home/contract.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { missionQueue } from '../../api/home.ts';
import { Name } from '../../ui/text/name.tsx';
import { Since } from '../../ui/times/since.tsx';
import { t } from '../../words.ts';
import { Part, Quiet } from './part.tsx';
import styles from './wall.module.css';

type Props = { mission: Mission; most?: number; isInner?: boolean };

/** Work of a running mission waiting for each side: count, person and duration. */
export function Queues({ mission, most = 6, isInner = false }: Props) {
  return (
    <Part title={t('wall.waiting')} isInner={isInner}>
      {mission.status === 'in_progress' ? (
        <div className={styles.queues}>
          {sides.map((side) => (
            <Queue key={side} mission={mission} side={side} most={most} />
          ))}
        </div>
      ) : (
        <Quiet>{t('wall.nothing_waits')}</Quiet>
      )}
    </Part>
  );
}

function Queue({ mission, side, most }: { mission: Mission; side: Side; most: number }) {
  const { data } = useQuery(missionQueue(mission, side, most));
  const count = mission.counts[waitingStatus[side]];
  const items = data?.items ?? [];
  const left = count - items.length;
  return (
    <div className={styles.queue} data-side={side}>
      <div className={styles.queueHead}>
        <strong>
          {count === 0 ? (
            t(`wall.queue.${side}`, { count })
          ) : (
            <Link to={toWaiting(mission, side)} className={styles.link} data-count={count}>
              {t(`wall.queue.${side}`, { count })}
            </Link>
          )}
        </strong>
        {count > 0 && items[0]?.since ? (
          <span>
            {t('wall.longest')} <Since at={items[0].since} />
          </span>
        ) : null}
      </div>
      {count === 0 ? null : (
        <ul className={styles.lines} aria-label={t(`wall.queue.${side}`, { count })}>
          {items.map((item) => (
            <Waiting key={item.id} item={item} whom={nameWhom(mission, item)} />
          ))}
        </ul>
      )}
      {data !== undefined && left > 0 ? <Quiet>{t('wall.and_more', { count: left })}</Quiet> : null}
    </div>
  );
}

/** Address of the tests of a mission that wait for a side. */
function toWaiting({ id }: Mission, side: Side): string {
  return `/missions/${id}?${new URLSearchParams({ status: waitingStatus[side] })}`;
}

/** The assignee, unless they belong to the other side, else the side. */
function nameWhom({ members }: Mission, { assignee, side }: WaitingItem): string {
  const hint = members.find(({ user }) => user.id === assignee?.id)?.role_hint;
  const isOfOther = sides.some((other) => other !== side && other === hint);
  return assignee === null || isOfOther ? t(`names.side.${side}`) : assignee.display_name;
}

function Waiting({ item: { id, name, since, place }, whom }: { item: WaitingItem; whom: string }) {
  return (
    <li>
      <div className={styles.grow}>
        <Link to={`/missions/${place.id}/tests/${id}`} className={styles.link}>
          <Name line>{name}</Name>
        </Link>
      </div>
      <span className={styles.whom}>
        <Name line>{whom}</Name>
      </span>
      <span className={styles.age}>{since === null ? null : <Since at={since} />}</span>
    </li>
  );
}
