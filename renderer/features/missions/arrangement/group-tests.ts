import { testStatuses } from '../../../../domain/missions.ts';
import { t } from '../../../words.ts';
import type { Row } from './rows.ts';

export const groupKeys = ['none', 'scenario', 'status', 'tactic', 'assignee'] as const;
export type GroupKey = (typeof groupKeys)[number];

/** Rows without a value come last. */
const none = '\u{10ffff}';

/** The group of a row, with the group's position. */
export function groupOf(row: Row, by: GroupKey): { key: string; name: string; rank: number | string } {
  const { test, scenario, tactics } = row;
  if (by === 'status') {
    return {
      key: test.status,
      name: t(`names.test_status.${test.status}`),
      rank: testStatuses.indexOf(test.status),
    };
  }
  if (by === 'tactic') {
    const [tactic] = tactics;
    return tactic === undefined
      ? { key: '', name: t('mission_editor.no_tactic'), rank: Number.POSITIVE_INFINITY }
      : { key: tactic.id, name: tactic.name, rank: tactic.place };
  }
  if (by === 'assignee') {
    const { assignee } = test;
    return assignee === null
      ? { key: '', name: t('mission_editor.nobody'), rank: none }
      : {
          key: assignee.id,
          name: assignee.display_name,
          rank: `${assignee.display_name.toLowerCase()} ${assignee.id}`,
        };
  }
  return { key: scenario.id, name: scenario.name, rank: scenario.place };
}
