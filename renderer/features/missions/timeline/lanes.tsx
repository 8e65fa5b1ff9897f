import { Anchor } from '@mantine/core';
import { IconCircleCheck, IconEye, IconRadar2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { rich } from '../../../rich.ts';
import { LevelBadge } from '../../../ui/badges/status-badge.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { useClock } from '../../../ui/times/time.tsx';
import { describeSpan } from '../../../ui/times/typed-moment.ts';
import { t } from '../../../words.ts';
import styles from './lanes.module.css';
import type { Moment } from './list-moments.ts';

const look = {
  executed: { side: 'red', icon: IconCircleCheck },
  detected: { side: 'blue', icon: IconRadar2 },
  reviewed: { side: 'blue', icon: IconEye },
} as const;

/** Red's lane and blue's, day by day. */
export function Lanes({ missionId, moments }: { missionId: string; moments: readonly Moment[] }) {
  const clock = useClock();
  const days = useMemo(() => [...Map.groupBy(moments, ({ at }) => clock.day(at))], [moments, clock]);
  return (
    <div className={styles.days}>
      {days.map(([day, those]) => (
        <section key={day} aria-label={day} className={styles.day}>
          <h2>{day}</h2>
          <div className={styles.sides} aria-hidden>
            <span />
            <span data-side="red">{t('tests.red')}</span>
            <span data-side="blue">{t('tests.blue')}</span>
          </div>
          <ol>
            {those.map((moment) => (
              <Line
                key={`${moment.kind} ${moment.test.id}`}
                missionId={missionId}
                moment={moment}
                time={clock.time(moment.at)}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Line({ missionId, moment, time }: { missionId: string; moment: Moment; time: string }) {
  const { at, kind, test, by } = moment;
  const { side, icon: Picture } = look[kind];
  const { executed_at, target_host } = test;
  const shownBy = { has_by: by !== null, by: <Name>{by ?? ''}</Name> };
  const after = kind === 'detected' && executed_at ? (describeSpan(executed_at, at) ?? null) : null;
  return (
    <li>
      <time dateTime={at} title={t('tests.replace_utc', { replace: at.replace('T', ' ').replace('Z', '') })}>
        {time}
      </time>
      <div className={styles.moment} data-side={side}>
        <Picture size={15} aria-hidden />
        <div>
          <Anchor
            component={Link}
            to={`/missions/${missionId}/tests/${test.id}`}
            size="sm"
            c="inherit"
            fw={500}
          >
            <Name>{test.name}</Name>
          </Anchor>{' '}
          <span className={styles.word}>
            {kind === 'executed'
              ? rich('tests.moment.executed', {
                  ...shownBy,
                  has_host: target_host !== null,
                  host: <Name>{target_host ?? ''}</Name>,
                })
              : rich(`tests.moment.${kind}`, shownBy)}
          </span>
          {kind === 'detected' ? (
            <span className={styles.after}>
              {after === null
                ? executed_at
                  ? t('tests.before_it_was_executed')
                  : null
                : t('tests.after_after', { after })}
            </span>
          ) : null}
          {kind === 'reviewed' && test.detection_level ? <LevelBadge level={test.detection_level} /> : null}
        </div>
      </div>
    </li>
  );
}
