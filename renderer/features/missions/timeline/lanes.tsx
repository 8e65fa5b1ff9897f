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
  seen: { side: 'blue', icon: IconRadar2 },
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
              <Line key={keyOf(moment)} missionId={missionId} moment={moment} time={clock.time(moment.at)} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function keyOf(moment: Moment): string {
  const seen = moment.kind === 'seen' ? `${moment.seen} ${moment.tool}` : '';
  return [moment.kind, moment.test.id, moment.run, moment.at, seen].join(' ');
}

function Line({ missionId, moment, time }: { missionId: string; moment: Moment; time: string }) {
  const { at, kind, test, run } = moment;
  const { side, icon: Picture } = look[kind];
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
          {run === null ? null : <span className={styles.run}>{t('runs.run_number', { number: run })}</span>}{' '}
          <What moment={moment} />
        </div>
      </div>
    </li>
  );
}

/** Event of a moment, with what belongs to it. */
function What({ moment }: { moment: Moment }) {
  switch (moment.kind) {
    case 'executed': {
      const { by, host } = moment;
      return (
        <span className={styles.word}>
          {rich('tests.moment.executed', {
            has_by: by !== null,
            by: <Name>{by ?? ''}</Name>,
            has_host: host !== null,
            host: (
              <span className={styles.whole}>
                <Name>{host ?? ''}</Name>
              </span>
            ),
          })}
        </span>
      );
    }
    case 'seen': {
      const { at, seen, tool, executedAt } = moment;
      const after = executedAt === null ? null : (describeSpan(executedAt, at) ?? null);
      return (
        <>
          <span className={styles.word}>
            {rich(`tests.moment.${seen}`, { has_tool: tool !== null, tool: <Name>{tool ?? ''}</Name> })}
          </span>
          {executedAt === null ? null : (
            <span className={styles.after}>
              {after === null ? t('tests.before_it_was_executed') : t('tests.after_after', { after })}
            </span>
          )}
        </>
      );
    }
    case 'reviewed': {
      const { by, level } = moment;
      return (
        <>
          <span className={styles.word}>
            {rich('tests.moment.reviewed', { has_by: by !== null, by: <Name>{by ?? ''}</Name> })}
          </span>{' '}
          {level === null ? null : <LevelBadge level={level} />}
        </>
      );
    }
  }
}
