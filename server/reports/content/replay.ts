import { replayAnswers } from '../../../domain/replay.ts';
import type { Source } from './source.ts';
import type { TablePart } from './table.ts';
import type { Field, Words } from './words.ts';

/** When a replay was, with whom, and its summary; none if nothing is recorded. */
export function listReplay({ model: { replay }, wording: { t, time } }: Source): Field[] {
  if (!replay) return [];
  const at = (moment: string | null) => (moment === null ? null : time(moment));
  return [
    [t('mission_replay.started_at'), at(replay.started_at)],
    [t('mission_replay.ended_at'), at(replay.ended_at)],
    [t('mission_replay.attendees'), { lines: replay.attendees.map((name) => ({ name })) }],
    [t('mission_replay.summary'), toProse(replay.summary)],
  ];
}

function toProse(text: string | null): Words {
  return text === null ? null : { prose: text };
}

/** Steps of a replay with the answers of the room. */
export const stepTable: TablePart = ({ model: { replay }, wording: { t, time } }) => ({
  caption: t('report_parts.title.replay_steps'),
  columns: [
    { key: 'test', name: t('reports.test'), kind: 'narrow' },
    ...replayAnswers.map((key) => ({ key, name: t(`mission_replay.${key}`), kind: 'narrow' as const })),
  ],
  rows: (replay?.steps ?? []).map(({ test, run_number, executed_at, ...answers }) => ({
    test: {
      lines: [
        { test },
        run_number === 1 ? null : t('reports.verified_by.run', { test: test.number, run: run_number }),
        time(executed_at),
      ],
    },
    ...Object.fromEntries(replayAnswers.map((key) => [key, toProse(answers[key])])),
  })),
});
