import { useMemo } from 'react';
import { useOutletContext } from 'react-router';
import { findingHistory } from '../../api/history.ts';
import { t } from '../../words.ts';
import { toFindingPath } from '../missions/findings/finding-words.ts';
import type { FindingPageContext } from '../missions/findings/findings-outlet.ts';
import { RecordHistory } from './record-history.tsx';
import { useFindingRestorer } from './use-restorers.ts';

/** History of a finding, next to it. */
export function FindingHistory() {
  const context = useOutletContext<FindingPageContext>();
  const { finding, mission } = context;
  const members = useMemo(() => mission.members.map(({ user }) => user), [mission.members]);
  const restorer = useFindingRestorer(context);
  return (
    <RecordHistory
      title={t('history.history_of_this_finding')}
      to={toFindingPath(mission.id, finding.id)}
      source={useMemo(() => findingHistory(mission.id, finding.id), [mission.id, finding.id])}
      of={{}}
      levels={noLevels}
      members={members}
      restorer={restorer}
    />
  );
}

const noLevels = [] as const;
