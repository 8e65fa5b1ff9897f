import { ActionIcon } from '@mantine/core';
import { IconMaximize, IconMinimize, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { Name } from '../../ui/text/name.tsx';
import { useClock } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { Classes } from './classes.tsx';
import { LastActions } from './last-actions.tsx';
import { PeopleAtWork } from './people-at-work.tsx';
import { PhaseLine } from './phase.tsx';
import { Queues } from './queues.tsx';
import styles from './wall.module.css';

type Props = { mission: Mission; isFull: boolean; onFull: () => void; onLeave: () => void };

/** A mission readable from the back of a room. */
export function WallView({ mission, isFull, onFull, onLeave }: Props) {
  return (
    <div className={styles.wall} data-wall>
      <title>{t('missions.slice_damson', { slice: toVisibleText(mission.name).slice(0, 120) })}</title>
      <header className={styles.head}>
        <div className={styles.grow}>
          <h1>
            <Name line>{mission.name}</Name>
          </h1>
          <PhaseLine mission={mission} />
        </div>
        <Clock />
        <div className={styles.tools}>
          {document.fullscreenEnabled ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('wall.full_screen')}
              title={t('wall.full_screen_key')}
              aria-pressed={isFull}
              onClick={onFull}
            >
              {isFull ? <IconMinimize size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
            </ActionIcon>
          ) : null}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('wall.leave')}
            title={t('wall.leave_key')}
            onClick={onLeave}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      <div className={styles.columns}>
        <PeopleAtWork mission={mission} />
        <Queues mission={mission} />
        <LastActions mission={mission} />
      </div>
      <Classes mission={mission} />
    </div>
  );
}

/** The time of day, in the person's zone. */
function Clock() {
  const clock = useClock();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles.clock} role="timer" aria-live="off">
      {clock.time(new Date(now).toISOString())}
    </span>
  );
}
